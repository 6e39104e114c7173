import { createAction } from '@reduxjs/toolkit';
import type { StoredSession } from './session-storage.ts';

export interface SessionEnd {
  /** The server ended it in the middle of work; nobody asked for it. */
  readonly isRejected: boolean;
}

/** The session is over, here or in another tab. Every slice forgets what it held. */
export const sessionEnded = createAction('session/ended', (end: SessionEnd = { isRejected: false }) => ({
  payload: end,
}));

/** The four keys changed under the store: another tab signed in, or refreshed the profile. */
export const sessionSynced = createAction<StoredSession>('session/synced');
