import { isRecord } from '#contract/core/envelope';
import {
  type AutosaveLocation,
  discardAutosave,
  readAutosave,
  writeAutosave,
} from '#web/core/store/autosave-storage.ts';
import type { ContentEditorBook } from '../create-content-editor.ts';
import type { InputChapter } from '../model/api-format.ts';

/** Unsaved edits, as the body of their save. */
export interface ContentEditorAutosave {
  readonly baseVersion: number;
  readonly savedAt: string;
  readonly chapters: readonly InputChapter[];
}

/** The content that an autosave belongs to: that of a book, live or in a release. */
type AutosaveTarget = Pick<ContentEditorBook, 'id' | 'releaseId'>;

const locationOf = ({ id, releaseId }: AutosaveTarget): AutosaveLocation => ({
  storage: 'local',
  key: `content_editor_draft:${id}${releaseId === undefined ? '' : `:release-${releaseId}`}`,
});

/** Stores an autosave in this browser. */
export const writeContentAutosave = (
  target: AutosaveTarget,
  account: string,
  autosave: ContentEditorAutosave,
): void => writeAutosave(locationOf(target), account, autosave);

export const discardContentAutosave = (target: AutosaveTarget): void => discardAutosave(locationOf(target));

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
export const readContentAutosave = (
  target: AutosaveTarget,
  account: string,
): ContentEditorAutosave | undefined => readAutosave(locationOf(target), account, read);

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
