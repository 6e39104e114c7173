import { authEndpoints } from '#contract/auth/auth';
import { createApiClient } from '#web/core/api/client.ts';
import { reauthenticationPrompt, withReauthentication } from '#web/core/api/reauthentication.ts';
import { refreshSettings } from '#web/core/store/settings.slice.ts';
import { followPreferences } from '#web/core/store/preferences.ts';
import { selectReleaseId } from '#web/core/store/active-release.slice.ts';
import { createPermissionsRefresh } from '#web/core/store/refresh-permissions.ts';
import { createSessionStorage } from '#web/core/store/session-storage.ts';
import { endRejectedSession } from '#web/core/store/session-sync.ts';
import { type AppStoreOptions, createAppStore } from '#web/core/store/store.ts';
import { showToast } from '#web/ui/show-toast.ts';
import { i18n } from './catalogue.ts';
import { moduleSlices } from './modules.ts';

/**
 * Creates and connects the session, API client and store of the page. A 401 ends the session that the request belonged to. A 403 reads the
 * permissions again.
 */
export function createApplication(options: Pick<AppStoreOptions, 'settings' | 'persisted' | 'tabStorage'>) {
  const sessions = createSessionStorage(localStorage);
  /** The revision that was requested last, so that several responses cause one request. */
  let requestId: number | undefined;
  const plainClient = createApiClient({
    baseUrl: '/api',
    readSession: sessions.read,
    readRelease: () => selectReleaseId(store.getState()),
    onUnauthenticated: (token) => endRejectedSession(store, sessions, token),
    onPermissionMissing: (path) => {
      if (path !== authEndpoints.me.path) void refreshPermissions(store);
    },
    onRevision: (revision) => {
      if (revision === requestId || revision === store.getState().settings.revision) return;
      requestId = revision;
      void store.dispatch(refreshSettings());
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
  /** List settings belong to the page. After `end`, another application on the page can manage them. */
  const end = followPreferences(store);
  return { sessions, client, store, end };
}
