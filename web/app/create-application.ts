import { createApiClient } from '../api/client.ts';
import { readSettingsAnew } from '../store/settings-slice.ts';
import { followPreferences } from '../store/preferences.ts';
import { createSessionStorage } from '../store/session-storage.ts';
import { endRefusedSession } from '../store/session-sync.ts';
import { type AppStoreOptions, createAppStore } from '../store/store.ts';
import { moduleSlices } from './modules.ts';

/** Session, client and store of the page, connected: a 401 to a call ends the session that the call belonged to. */
export function createApplication(options: Pick<AppStoreOptions, 'settings' | 'persisted' | 'tabStorage'>) {
  const sessions = createSessionStorage(localStorage);
  /** Asked for already, so that many answers at once ask once. */
  let asked: number | undefined;
  const client = createApiClient({
    baseUrl: '/api',
    readSession: sessions.read,
    onUnauthenticated: (token) => endRefusedSession(store, sessions, token),
    onRevision: (revision) => {
      if (revision === asked || revision === store.getState().settings.revision) return;
      asked = revision;
      void store.dispatch(readSettingsAnew());
    },
  });
  const store = createAppStore({ ...options, slices: moduleSlices, client, sessions });
  followPreferences(store);
  return { sessions, client, store };
}
