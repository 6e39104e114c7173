import { isRecord } from '#contract/core/envelope';
import {
  type AutosaveLocation,
  discardAutosave,
  readAutosave,
  writeAutosave,
} from '#web/core/store/autosave-storage.ts';
import type { InputChapter } from '../model/api-format.ts';

/** Unsaved edits, as the body of their save. */
export interface ContentEditorAutosave {
  readonly baseVersion: number;
  readonly savedAt: string;
  readonly chapters: readonly InputChapter[];
}

const locationOf = (bookId: number): AutosaveLocation => ({
  storage: 'local',
  key: `content_editor_draft:${bookId}`,
});

/** Stores an autosave in this browser. */
export const writeContentAutosave = (
  bookId: number,
  account: string,
  autosave: ContentEditorAutosave,
): void => writeAutosave(locationOf(bookId), account, autosave);

export const discardContentAutosave = (bookId: number): void => discardAutosave(locationOf(bookId));

function read({
  baseVersion,
  savedAt,
  chapters,
}: Readonly<Record<string, unknown>>): ContentEditorAutosave | undefined {
  return typeof baseVersion === 'number' && typeof savedAt === 'string' && Array.isArray(chapters)
    ? { baseVersion, savedAt, chapters: chapters as InputChapter[] }
    : undefined;
}

/** Returns the autosave of this account. */
export const readContentAutosave = (bookId: number, account: string): ContentEditorAutosave | undefined =>
  readAutosave(locationOf(bookId), account, read);

/** Returns an autosave of the server; undefined if it has another format. */
export const readStoredAutosave = (
  storedAutosave: { base_version: number; saved_at: string; document: unknown } | undefined,
): ContentEditorAutosave | undefined =>
  storedAutosave && isRecord(storedAutosave.document)
    ? read({
        ...storedAutosave.document,
        baseVersion: storedAutosave.base_version,
        savedAt: storedAutosave.saved_at,
      })
    : undefined;

/** Returns the most recent autosave. */
export const latestAutosave = (
  first: ContentEditorAutosave | undefined,
  second: ContentEditorAutosave | undefined,
): ContentEditorAutosave | undefined =>
  !first || (second && second.savedAt > first.savedAt) ? second : first;
