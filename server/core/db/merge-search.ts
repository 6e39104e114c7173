import { backgroundWork } from '#server/core/background-work';
import type { Database } from './open.ts';

/** Merges the pending changes of the search index in steps, until nothing is left. A large segment can take minutes to merge. */
export const mergeSearchInBackground = (
  { relaxed, dialect }: Pick<Database, 'relaxed' | 'dialect'>,
  signal: AbortSignal,
): Promise<void> => backgroundWork.run('Search index', () => dialect.mergeSearch(relaxed), { signal });
