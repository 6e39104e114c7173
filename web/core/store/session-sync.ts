import { claimStorage, clearAccountStorage, clearExpiredSession, hasSignedOut } from './account-storage.ts';
import { sessionEnded, sessionSynced } from './session-actions.ts';
import { type SessionStorage, sessionKeys } from './session-storage.ts';
import type { AppStore } from './store.ts';

/**
 * Ends the session after a 401. Further responses with the same token have no effect, and the rejection of an older token does not end a
 * newer session.
 */
export function endRejectedSession(
  store: AppStore,
  sessions: SessionStorage,
  token: string | undefined,
): void {
  const current = sessions.read()?.token;
  if (current !== undefined && current !== token) return;
  sessions.clear();
  clearExpiredSession();
  if (store.getState().auth.isAuthenticated) store.dispatch(sessionEnded({ isRejected: true }));
}

/** Signs in and out together with the other tabs. */
export function followOtherTabs(store: AppStore, sessions: SessionStorage, target: Window): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key !== null && !(sessionKeys as readonly string[]).includes(key)) return;
    const storedSession = sessions.read();
    const { auth } = store.getState();
    if (!storedSession) {
      if (hasSignedOut()) clearAccountStorage();
      if (auth.isAuthenticated) store.dispatch(sessionEnded());
      return;
    }
    if (storedSession.token !== auth.token) {
      if (storedSession.user) claimStorage(storedSession.user.email);
      if (auth.isAuthenticated) store.dispatch(sessionEnded());
      store.dispatch(sessionSynced(storedSession));
    } else if (JSON.stringify(storedSession.user) !== JSON.stringify(auth.user)) {
      store.dispatch(sessionSynced({ ...storedSession, user: storedSession.user ?? auth.user }));
    }
  };
  target.addEventListener('storage', onStorage);
  return () => target.removeEventListener('storage', onStorage);
}
