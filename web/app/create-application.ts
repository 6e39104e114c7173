import { authEndpoints } from '#contract/auth/auth';
import { createApiClient } from '#web/core/api/client.ts';
import { reauthenticationPrompt, withReauthentication } from '#web/core/api/reauthentication.ts';
import { readSettingsAnew } from '#web/core/store/settings.slice.ts';
import { followPreferences } from '#web/core/store/preferences.ts';
import { createPermissionsRefresh } from '#web/core/store/refresh-permissions.ts';
import { createSessionStorage } from '#web/core/store/session-storage.ts';
import { endRejectedSession } from '#web/core/store/session-sync.ts';
import { type AppStoreOptions, createAppStore } from '#web/core/store/store.ts';
import { showToast } from '#web/ui/show-toast.ts';
import { i18n } from './catalogue.ts';
import { moduleSlices } from './modules.ts';

/**
 * Session, client and store of the page, connected: a 401 to a call ends the session that the call belonged to, a 403
 * reads again what its user may do.
 */
export function createApplication(options: Pick<AppStoreOptions, 'settings' | 'persisted' | 'tabStorage'>) {
  const sessions = createSessionStorage(localStorage);
  /** Asked for already, so that many answers at once ask once. */
  let requestId: number | undefined;
  const plainClient = createApiClient({
    baseUrl: '/api',
    readSession: sessions.read,
    onUnauthenticated: (token) => endRejectedSession(store, sessions, token),
    onPermissionMissing: (path) => {
      if (path !== authEndpoints.me.path) void refreshPermissions(store);
    },
    onRevision: (revision) => {
      if (revision === requestId || revision === store.getState().settings.revision) return;
      requestId = revision;
      void store.dispatch(readSettingsAnew());
    },
  });
  const client = withReauthentication(plainClient, reauthenticationPrompt);
  const refreshPermissions = createPermissionsRefresh(client, sessions, () =>
    showToast({
      title: i18n.t('layout.permissionsTitle'),
      message: i18n.t('layout.permissionsText'),
      closeButtonProps: { 'aria-label': i18n.t('ui.close') },
    }),
  );
  const store = createAppStore({ ...options, slices: moduleSlices, client, sessions });
  /** The view settings of lists belong to the page, so that another application on it follows them. */
  const end = followPreferences(store);
  return { sessions, client, store, end };
}
