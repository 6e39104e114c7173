import { notifications } from '@mantine/notifications';
import { authEndpoints } from '#contract/auth';
import { createApiClient } from '../api/client.ts';
import { readSettingsAnew } from '../store/settings-slice.ts';
import { followPreferences } from '../store/preferences.ts';
import { createRightsRefresh } from '../store/refresh-rights.ts';
import { createSessionStorage } from '../store/session-storage.ts';
import { endRefusedSession } from '../store/session-sync.ts';
import { type AppStoreOptions, createAppStore } from '../store/store.ts';
import { i18n } from './catalogue.ts';
import { moduleSlices } from './modules.ts';

/**
 * Session, client and store of the page, connected: a 401 to a call ends the session that the call belonged to, a 403
 * reads again what its user may do.
 */
export function createApplication(options: Pick<AppStoreOptions, 'settings' | 'persisted' | 'tabStorage'>) {
  const sessions = createSessionStorage(localStorage);
  /** Asked for already, so that many answers at once ask once. */
  let asked: number | undefined;
  const client = createApiClient({
    baseUrl: '/api',
    readSession: sessions.read,
    onUnauthenticated: (token) => endRefusedSession(store, sessions, token),
    onPermissionMissing: (path) => {
      if (path !== authEndpoints.me.path) void refreshRights(store);
    },
    onRevision: (revision) => {
      if (revision === asked || revision === store.getState().settings.revision) return;
      asked = revision;
      void store.dispatch(readSettingsAnew());
    },
  });
  const refreshRights = createRightsRefresh(client, sessions, () =>
    notifications.show({
      title: i18n.t('layout.rightsTitle'),
      message: i18n.t('layout.rightsText'),
      closeButtonProps: { 'aria-label': i18n.t('ui.close') },
    }),
  );
  const store = createAppStore({ ...options, slices: moduleSlices, client, sessions });
  /** What lists look like is the page's, so that another application on it would follow along. */
  const end = followPreferences(store);
  return { sessions, client, store, end };
}
