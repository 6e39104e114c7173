import { claimStorage, clearAccountStorage, clearExpiredSession, hasSignedOut } from './account-storage.ts';
import { sessionEnded, sessionSynced } from './session-actions.ts';
import { type SessionStorage, sessionKeys } from './session-storage.ts';
import type { AppStore } from './store.ts';

/**
 * Ends the session after a 401. Only the first of several does anything, and a refusal of an older token leaves a newer
 * session alone.
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

/** Follows the other tabs: who signs out there is signed out here, who signs in there is signed in here. */
export function followOtherTabs(store: AppStore, sessions: SessionStorage, target: Window): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key !== null && !(sessionKeys as readonly string[]).includes(key)) return;
    const stored = sessions.read();
    const { auth } = store.getState();
    if (!stored) {
      if (hasSignedOut()) clearAccountStorage();
      if (auth.isAuthenticated) store.dispatch(sessionEnded());
      return;
    }
    if (stored.token !== auth.token) {
      if (stored.user) claimStorage(stored.user.email);
      if (auth.isAuthenticated) store.dispatch(sessionEnded());
      store.dispatch(sessionSynced(stored));
    } else if (JSON.stringify(stored.user) !== JSON.stringify(auth.user)) {
      store.dispatch(sessionSynced({ ...stored, user: stored.user ?? auth.user }));
    }
  };
  target.addEventListener('storage', onStorage);
  return () => target.removeEventListener('storage', onStorage);
}
