import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from './open.ts';

/** Between two steps, for the requests of others: now and then there is a large part to merge, which takes minutes. */
const PAUSE_MS = 200;

/** Merges what writes have added to the index of searches, step by step, until nothing is left to merge. */
export async function mergeSearchInBackground(
  { relaxed, dialect }: Pick<Database, 'relaxed' | 'dialect'>,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted && (await dialect.mergeSearch(relaxed)))
    await pause(PAUSE_MS, undefined, { signal, ref: false });
}
