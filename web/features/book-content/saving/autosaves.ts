import { isRecord } from '#contract/core/envelope';
import { hasSignedOut } from '#web/core/store/account-storage.ts';
import type { SentChapter } from '../model/api-format.ts';

/** Unsaved edits, as the body of their save. */
export interface ContentEditorAutosave {
  readonly baseVersion: number;
  readonly savedAt: string;
  readonly chapters: readonly SentChapter[];
}

const keyOf = (bookId: number) => `content_editor_draft:${bookId}`;

/** Stores an autosave in this browser. Storage errors are only logged. */
export function writeDraft(bookId: number, account: string, autosave: ContentEditorAutosave): void {
  if (hasSignedOut()) return;
  try {
    localStorage.setItem(keyOf(bookId), JSON.stringify({ ...autosave, account }));
  } catch (error) {
    console.error('The draft could not be kept in the browser', error);
  }
}

export function discardAutosave(bookId: number): void {
  localStorage.removeItem(keyOf(bookId));
}

function read(value: unknown): ContentEditorAutosave | undefined {
  if (!isRecord(value)) return undefined;
  const { baseVersion, savedAt, chapters } = value;
  return typeof baseVersion === 'number' && typeof savedAt === 'string' && Array.isArray(chapters)
    ? { baseVersion, savedAt, chapters: chapters as SentChapter[] }
    : undefined;
}

/** Returns the autosave of this account. That of another account is not changed. */
export function readDraft(bookId: number, account: string): ContentEditorAutosave | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(keyOf(bookId)) ?? 'null');
    return isRecord(value) && value['account'] === account ? read(value) : undefined;
  } catch {
    return undefined;
  }
}

/** Returns an autosave of the server; undefined if it has another format. */
export const readStoredAutosave = (
  stored: { base_version: number; saved_at: string; document: unknown } | undefined,
): ContentEditorAutosave | undefined =>
  stored && isRecord(stored.document)
    ? read({ ...stored.document, baseVersion: stored.base_version, savedAt: stored.saved_at })
    : undefined;

/** Returns the most recent autosave. */
export const latestAutosave = (
  one: ContentEditorAutosave | undefined,
  other: ContentEditorAutosave | undefined,
): ContentEditorAutosave | undefined => (!one || (other && other.savedAt > one.savedAt) ? other : one);
