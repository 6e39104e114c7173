import { isRecord } from '#contract/envelope';
import type { SentChapter } from '../model/wire.ts';

/** What was edited and not saved: the body of the save it would have been. */
export interface StudioDraft {
  readonly baseVersion: number;
  readonly savedAt: string;
  readonly chapters: readonly SentChapter[];
}

const keyOf = (bookId: number) => `studio_draft:${bookId}`;

/** Keeps the draft in this browser. A full or forbidden storage costs only the draft. */
export function writeDraft(bookId: number, account: string, draft: StudioDraft): void {
  try {
    localStorage.setItem(keyOf(bookId), JSON.stringify({ ...draft, account }));
  } catch (error) {
    console.error('The draft could not be kept in the browser', error);
  }
}

export function dropDraft(bookId: number): void {
  localStorage.removeItem(keyOf(bookId));
}

function read(value: unknown): StudioDraft | undefined {
  if (!isRecord(value)) return undefined;
  const { baseVersion, savedAt, chapters } = value;
  return typeof baseVersion === 'number' && typeof savedAt === 'string' && Array.isArray(chapters)
    ? { baseVersion, savedAt, chapters: chapters as SentChapter[] }
    : undefined;
}

/** The draft of this account; another account's is left where it is. */
export function readDraft(bookId: number, account: string): StudioDraft | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(keyOf(bookId)) ?? 'null');
    return isRecord(value) && value['account'] === account ? read(value) : undefined;
  } catch {
    return undefined;
  }
}

/** A draft as the server keeps it; undefined when it is not one of ours. */
export const readStoredDraft = (
  stored: { base_version: number; saved_at: string; document: unknown } | undefined,
): StudioDraft | undefined =>
  stored && isRecord(stored.document)
    ? read({ ...stored.document, baseVersion: stored.base_version, savedAt: stored.saved_at })
    : undefined;

/** The one that was written last. */
export const latestDraft = (
  one: StudioDraft | undefined,
  other: StudioDraft | undefined,
): StudioDraft | undefined => (!one || (other && other.savedAt > one.savedAt) ? other : one);
