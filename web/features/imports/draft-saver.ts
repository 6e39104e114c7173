import type { ImportDraft } from '#contract/import-draft';
import { type ApiFailure, isVersionConflict } from '../../api/api-error.ts';
import type { DraftChanges } from '../../api/imports-api.ts';
import { changesBetween, type DraftValues, toValues } from './draft-values.ts';

export interface SaverState {
  /** As the server has it. */
  readonly stored: ImportDraft;
  /** The values that `stored` is known to hold. */
  readonly saved: DraftValues;
  readonly isSaving: boolean;
  /** Why the last save failed, until the next one succeeds. */
  readonly failure: ApiFailure | undefined;
}

export interface SaverOptions {
  readonly draft: ImportDraft;
  readonly send: (changes: DraftChanges) => Promise<ImportDraft>;
  readonly toFailure: (error: unknown) => ApiFailure;
  /** Told of values that could not be saved, with the version they are about; of undefined when all is saved. */
  readonly keep: (
    unsaved: { readonly values: DraftValues; readonly version: number | undefined } | undefined,
  ) => void;
  /** Milliseconds of rest before what was changed is saved. */
  readonly delay?: number;
}

/**
 * Saves a draft while it is edited: one call at a time, a moment after the last change, the newest values last. After a failure
 * it waits for the next change or for `flush`; an edit conflict ends it until `replace`.
 */
export function createDraftSaver({ draft, send, toFailure, keep, delay = 800 }: SaverOptions) {
  const listeners = new Set<() => void>();
  let state: SaverState = { stored: draft, saved: toValues(draft), isSaving: false, failure: undefined };
  let wanted = state.saved;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | undefined;
  /** Rises when the draft is replaced: what was under way is then about another one. */
  let generation = 0;

  const set = (part: Partial<SaverState>) => {
    state = { ...state, ...part };
    for (const listener of listeners) listener();
  };
  const isConflict = () => state.failure !== undefined && isVersionConflict(state.failure);

  async function run(): Promise<void> {
    const begun = generation;
    const values = wanted;
    const changes = changesBetween(state.saved, values);
    if (!changes || isConflict()) return;
    set({ isSaving: true });
    try {
      const stored = await send({ ...changes, version: state.stored.version });
      if (begun !== generation) return;
      set({ stored, saved: values, isSaving: false, failure: undefined });
      if (!isDirty()) keep(undefined);
    } catch (error) {
      const failure = toFailure(error);
      if (begun !== generation) return;
      keep({ values: wanted, version: state.stored.version });
      set({ isSaving: false, failure });
    }
  }

  async function flush(): Promise<boolean> {
    clearTimeout(timer);
    timer = undefined;
    await running;
    if (!isDirty()) return true;
    running ??= run().finally(() => {
      running = undefined;
    });
    await running;
    // What was changed meanwhile goes with the next one.
    return state.failure === undefined && isDirty() ? flush() : !isDirty();
  }

  const isDirty = () => changesBetween(state.saved, wanted) !== undefined;

  return {
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    getState: () => state,
    isDirty,
    /** These are the values now. */
    want(values: DraftValues) {
      if (values === wanted) return;
      wanted = values;
      clearTimeout(timer);
      timer = isDirty() ? setTimeout(() => void flush(), delay) : undefined;
    },
    /** Saves at once what is not saved; whether nothing is left to be saved. */
    flush,
    /** Begins again with another state of the draft. */
    replace(stored: ImportDraft) {
      generation += 1;
      clearTimeout(timer);
      keep(undefined);
      wanted = toValues(stored);
      set({ stored, saved: wanted, isSaving: false, failure: undefined });
    },
  };
}

export type DraftSaver = ReturnType<typeof createDraftSaver>;
