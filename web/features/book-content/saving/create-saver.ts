import type { BrokenStoryItem, BookContent as ApiBookContent } from '#contract/book-content/book-content';
import { type ApiErrorDetails, isVersionConflict } from '#web/core/api/api-error.ts';
import type { BookContentApi } from '#web/core/api/book-content-api.ts';
import type { BookContent } from '../model/book-content.ts';
import { createKeyWriter, fromApi, rebase, savedKeys, toInput, withKeysOf } from '../model/api-format.ts';
import type { ContentEditor } from '../create-content-editor.ts';
import { createValue } from '#web/core/lib/value-store.ts';

export interface SaverState {
  /** The version of `saved`. */
  readonly version: number;
  /** The document as the server stores it. */
  readonly saved: BookContent;
  readonly isSaving: boolean;
  readonly apiError: ApiErrorDetails | undefined;
  /** The version that another user has saved. */
  readonly conflict: { readonly version: number; readonly bookContent: BookContent } | undefined;
  /** Story items whose references a save would break. */
  readonly broken: readonly BrokenStoryItem[] | undefined;
}

export interface SaverOptions {
  readonly contentEditor: ContentEditor;
  readonly api: Pick<BookContentApi, 'save' | 'get'>;
  readonly version: number;
  readonly toApiErrorDetails: (error: unknown) => ApiErrorDetails;
  /** Called with every response that is applied. */
  readonly onStored: (response: ApiBookContent) => void;
}

function brokenOf({ code, details }: ApiErrorDetails): readonly BrokenStoryItem[] | undefined {
  if (code !== 'book_content.breaks_stories') return undefined;
  const items = details?.['story_items'];
  return Array.isArray(items) ? (items as BrokenStoryItem[]) : [];
}

/** Saves the document, and tracks the version on the server. It saves only on request. */
export function createSaver({ contentEditor, api, version, toApiErrorDetails, onStored }: SaverOptions) {
  const { history, book } = contentEditor;
  const state = createValue<SaverState>({
    version,
    saved: contentEditor.current(),
    isSaving: false,
    apiError: undefined,
    conflict: undefined,
    broken: undefined,
  });
  const set = (changes: Partial<SaverState>) => state.set((before) => ({ ...before, ...changes }));
  const lengthOf = (file: string) => contentEditor.lengthOf(file) || undefined;
  const isDirty = () => contentEditor.current() !== state.get().saved;

  function applyResponse(document: BookContent, response: ApiBookContent): void {
    const write = createKeyWriter(savedKeys(document, response));
    const savedContent = write(document);
    history.rewrite(write);
    set({
      version: response.version,
      saved: savedContent,
      isSaving: false,
      apiError: undefined,
      conflict: undefined,
    });
    onStored(response);
  }

  async function fail(error: unknown): Promise<void> {
    const apiError = toApiErrorDetails(error);
    const brokenItems = brokenOf(apiError);
    if (brokenItems) return set({ isSaving: false, broken: brokenItems });
    if (!isVersionConflict(apiError)) return set({ isSaving: false, apiError });
    try {
      const responseBody = await api.get();
      const bookContent = withKeysOf(fromApi(responseBody, lengthOf), contentEditor.current());
      return set({ isSaving: false, apiError, conflict: { version: responseBody.version, bookContent } });
    } catch (again) {
      return set({ isSaving: false, apiError: toApiErrorDetails(again) });
    }
  }

  /** Saves the book content. Resolves to true if all changes are saved. */
  async function save(force = false): Promise<boolean> {
    if (state.get().isSaving) return false;
    if (!isDirty()) return true;
    set({ isSaving: true, apiError: undefined, broken: undefined });
    const document = contentEditor.current();
    const { saved, version: inputVersion } = state.get();
    try {
      const chapters = toInput(saved, { bookContent: document, bookAudio: book.audioUrl });
      applyResponse(document, await api.save({ version: inputVersion, chapters, ...(force && { force }) }));
      return true;
    } catch (error) {
      await fail(error);
      return false;
    }
  }

  return {
    state,
    isDirty,
    save,
    /** Stores the version of the book after a save of its other fields. */
    setVersion: (savedVersion: number) => set({ version: savedVersion }),
    /** Closes the confirmation without a save. */
    keepStories: () => set({ broken: undefined }),
    /** Overwrites the version that another user has saved. */
    async overwrite(): Promise<boolean> {
      const { conflict } = state.get();
      if (!conflict) return false;
      set({
        version: conflict.version,
        saved: conflict.bookContent,
        conflict: undefined,
        apiError: undefined,
      });
      return save();
    },
    /** Applies the version that another user has saved. The own changes can be restored with undo. */
    takeTheirs(): void {
      const { conflict } = state.get();
      if (!conflict) return;
      history.change({ name: 'takeTheirs' }, () => conflict.bookContent);
      set({
        version: conflict.version,
        saved: conflict.bookContent,
        conflict: undefined,
        apiError: undefined,
      });
    },
    closeConflict: () => set({ conflict: undefined }),
    /** Reads the result of a job and applies the concurrent edits to it. */
    async refresh(name: 'align' | 'takeTheirs'): Promise<void> {
      const body = await api.get();
      const { saved: before } = state.get();
      const fresh = withKeysOf(fromApi(body, lengthOf), contentEditor.current());
      history.change({ name }, (editedContent) => rebase(editedContent, before, fresh));
      set({ version: body.version, saved: fresh, apiError: undefined });
      onStored(body);
    },
  };
}

export type Saver = ReturnType<typeof createSaver>;
