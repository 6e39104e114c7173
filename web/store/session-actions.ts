import { createAction } from '@reduxjs/toolkit';
import type { StoredSession } from './session-storage.ts';

/** The session is over, here or in another tab. Every slice forgets what it held. */
export const sessionEnded = createAction('session/ended');

/** The four keys changed under the store: another tab signed in, or refreshed the profile. */
export const sessionSynced = createAction<StoredSession>('session/synced');
