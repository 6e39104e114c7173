import { createAction } from '@reduxjs/toolkit';
import type { StoredSession } from './session-storage.ts';

export interface SessionEnd {
  /** True if the server ended the session without a request of the user. */
  readonly isRejected: boolean;
}

/** The session ended in this or another tab. Every slice clears its state. */
export const sessionEnded = createAction('session/ended', (end: SessionEnd = { isRejected: false }) => ({
  payload: end,
}));

/** Another tab changed the four keys by a sign-in or a new profile. */
export const sessionSynced = createAction<StoredSession>('session/synced');
