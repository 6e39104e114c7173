import type { BrokenStoryItem, Inside as WireInside } from '#contract/inside';
import { type ApiFailure, isVersionConflict } from '../../../api/api-error.ts';
import type { InsideApi } from '../../../api/inside-api.ts';
import type { Inside } from '../model/inside.ts';
import { createKeyWriter, fromWire, rebased, savedKeys, toSent, withKeysOf } from '../model/wire.ts';
import type { Studio } from '../create-studio.ts';
import { createValue } from '../value-store.ts';

export interface SaverState {
  /** The version of the book that `saved` is. */
  readonly version: number;
  /** As the server has it. */
  readonly saved: Inside;
  readonly isSaving: boolean;
  readonly failure: ApiFailure | undefined;
  /** What somebody else has saved meanwhile. */
  readonly conflict: { readonly version: number; readonly inside: Inside } | undefined;
  /** Story items that lead to what a save would remove. */
  readonly broken: readonly BrokenStoryItem[] | undefined;
}

export interface SaverOptions {
  readonly studio: Studio;
  readonly api: Pick<InsideApi, 'save' | 'get'>;
  readonly version: number;
  readonly toFailure: (error: unknown) => ApiFailure;
  /** Told of every state of the server that is taken over. */
  readonly onStored: (answer: WireInside) => void;
}

function brokenOf({ code, details }: ApiFailure): readonly BrokenStoryItem[] | undefined {
  if (code !== 'inside.breaks_stories') return undefined;
  const items = details?.['story_items'];
  return Array.isArray(items) ? (items as BrokenStoryItem[]) : [];
}

/** Saves the document into the catalogue, and knows what the catalogue holds. Nothing is saved unless it is asked for. */
export function createSaver({ studio, api, version, toFailure, onStored }: SaverOptions) {
  const { history, book } = studio;
  const state = createValue<SaverState>({
    version,
    saved: studio.current(),
    isSaving: false,
    failure: undefined,
    conflict: undefined,
    broken: undefined,
  });
  const set = (part: Partial<SaverState>) => state.set((before) => ({ ...before, ...part }));
  const lengthOf = (file: string) => studio.lengthOf(file) || undefined;
  const isDirty = () => studio.current() !== state.get().saved;

  function take(document: Inside, answer: WireInside): void {
    const write = createKeyWriter(savedKeys(document, answer));
    const saved = write(document);
    history.rewrite(write);
    set({ version: answer.version, saved, isSaving: false, failure: undefined, conflict: undefined });
    onStored(answer);
  }

  async function fail(error: unknown): Promise<void> {
    const failure = toFailure(error);
    const broken = brokenOf(failure);
    if (broken) return set({ isSaving: false, broken });
    if (!isVersionConflict(failure)) return set({ isSaving: false, failure });
    try {
      const answer = await api.get();
      const inside = withKeysOf(fromWire(answer, lengthOf), studio.current());
      return set({ isSaving: false, failure, conflict: { version: answer.version, inside } });
    } catch (again) {
      return set({ isSaving: false, failure: toFailure(again) });
    }
  }

  /** Whether nothing is left to be saved. */
  async function save(force = false): Promise<boolean> {
    if (state.get().isSaving) return false;
    if (!isDirty()) return true;
    set({ isSaving: true, failure: undefined, broken: undefined });
    const document = studio.current();
    const { saved, version: sentVersion } = state.get();
    try {
      const chapters = toSent(saved, document, book.audioUrl);
      take(document, await api.save({ version: sentVersion, chapters, ...(force && { force }) }));
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
    /** Goes back to the document without removing anything. */
    keepStories: () => set({ broken: undefined }),
    /** Saves what is here over what somebody else has saved. */
    async saveOver(): Promise<boolean> {
      const { conflict } = state.get();
      if (!conflict) return false;
      set({ version: conflict.version, saved: conflict.inside, conflict: undefined, failure: undefined });
      return save();
    },
    /** Takes what somebody else has saved; what was here is one undo away. */
    takeTheirs(): void {
      const { conflict } = state.get();
      if (!conflict) return;
      history.change({ name: 'takeTheirs' }, () => conflict.inside);
      set({ version: conflict.version, saved: conflict.inside, conflict: undefined, failure: undefined });
    },
    closeConflict: () => set({ conflict: undefined }),
    /** Reads what a job has written, with what was edited here meanwhile upon it. */
    async refresh(name: 'align' | 'takeTheirs'): Promise<void> {
      const answer = await api.get();
      const { saved: before } = state.get();
      const fresh = withKeysOf(fromWire(answer, lengthOf), studio.current());
      history.change({ name }, (edited) => rebased(edited, before, fresh));
      set({ version: answer.version, saved: fresh, failure: undefined });
      onStored(answer);
    },
  };
}

export type Saver = ReturnType<typeof createSaver>;
