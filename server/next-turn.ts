import { setImmediate } from 'node:timers/promises';

/** Lets all others have their turn before long work goes on, so that none of them waits for the whole of it. */
export const nextTurn = (): Promise<void> => setImmediate();
