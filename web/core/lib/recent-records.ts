import { z } from 'zod';
import { searchHit, type SearchHit } from '#contract/search/search';

const key = 'lectern-recent';
const MAX_RECORDS = 8;

const storedHits = z.object({ account: z.string(), hits: z.array(searchHit).catch([]) });

function read(): z.infer<typeof storedHits> | undefined {
  try {
    return storedHits.safeParse(JSON.parse(localStorage.getItem(key) ?? 'null')).data;
  } catch {
    return undefined;
  }
}

/** Returns the records that this account opened last in this browser, newest first. */
export function readRecent(account: string): readonly SearchHit[] {
  const storedRecords = read();
  return storedRecords?.account === account ? storedRecords.hits : [];
}

/** Adds an opened record. Records of other accounts in this browser are deleted. */
export function recordRecent(account: string, result: SearchHit): void {
  const others = readRecent(account).filter(({ kind, id }) => kind !== result.kind || id !== result.id);
  try {
    localStorage.setItem(key, JSON.stringify({ account, hits: [result, ...others].slice(0, MAX_RECORDS) }));
  } catch {
    // Storage errors only lose a shortcut.
  }
}
