import { isRecord } from '#contract/core/envelope';
import { hasSignedOut } from '#web/core/store/account-storage.ts';
import type { SentChapter } from '../model/api-format.ts';

/** Unsaved edits: the body of the save that they would be. */
export interface ContentEditorAutosave {
  readonly baseVersion: number;
  readonly savedAt: string;
  readonly chapters: readonly SentChapter[];
}

const keyOf = (bookId: number) => `content_editor_draft:${bookId}`;

/** Keeps the draft in this browser. A full or forbidden storage costs only the draft. */
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

/** The draft of this account; another account's is left where it is. */
export function readDraft(bookId: number, account: string): ContentEditorAutosave | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(keyOf(bookId)) ?? 'null');
    return isRecord(value) && value['account'] === account ? read(value) : undefined;
  } catch {
    return undefined;
  }
}

/** A draft as the server keeps it; undefined when it is not one of ours. */
export const readStoredAutosave = (
  stored: { base_version: number; saved_at: string; document: unknown } | undefined,
): ContentEditorAutosave | undefined =>
  stored && isRecord(stored.document)
    ? read({ ...stored.document, baseVersion: stored.base_version, savedAt: stored.saved_at })
    : undefined;

/** The one that was written last. */
export const latestAutosave = (
  one: ContentEditorAutosave | undefined,
  other: ContentEditorAutosave | undefined,
): ContentEditorAutosave | undefined => (!one || (other && other.savedAt > one.savedAt) ? other : one);
