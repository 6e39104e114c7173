import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from './open.ts';

/** The pause between two steps, which leaves time for requests. A large segment can take minutes to merge. */
const PAUSE_MS = 200;

/** Merges the pending changes of the search index in steps, until nothing is left. */
export async function mergeSearchInBackground(
  { relaxed, dialect }: Pick<Database, 'relaxed' | 'dialect'>,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted && (await dialect.mergeSearch(relaxed)))
    await pause(PAUSE_MS, undefined, { signal, ref: false });
}
