import type { ImportProposal } from '#contract/imports/import-proposal';
import { type ApiErrorDetails, isVersionConflict } from '#web/core/api/api-error.ts';
import type { DraftChanges } from '#web/core/api/imports-api.ts';
import { changesBetween, type DraftValues, toValues } from './proposal-values.ts';

export interface SaverState {
  /** As the server has it. */
  readonly stored: ImportProposal;
  /** The values that `stored` is known to hold. */
  readonly saved: DraftValues;
  readonly isSaving: boolean;
  /** Why the last save failed, until the next one succeeds. */
  readonly apiError: ApiErrorDetails | undefined;
}

export interface SaverOptions {
  readonly proposal: ImportProposal;
  readonly send: (changes: DraftChanges) => Promise<ImportProposal>;
  readonly toApiErrorDetails: (error: unknown) => ApiErrorDetails;
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
export function createDraftSaver({ proposal, send, toApiErrorDetails, keep, delay = 800 }: SaverOptions) {
  const listeners = new Set<() => void>();
  let state: SaverState = {
    stored: proposal,
    saved: toValues(proposal),
    isSaving: false,
    apiError: undefined,
  };
  let targetValues = state.saved;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | undefined;
  /** Rises when the draft is replaced: what was under way is then about another one. */
  let generation = 0;

  const set = (part: Partial<SaverState>) => {
    state = { ...state, ...part };
    for (const listener of listeners) listener();
  };
  const isConflict = () => state.apiError !== undefined && isVersionConflict(state.apiError);

  async function run(): Promise<void> {
    const startGeneration = generation;
    const values = targetValues;
    const changes = changesBetween(state.saved, values);
    if (!changes || isConflict()) return;
    set({ isSaving: true });
    try {
      const stored = await send({ ...changes, version: state.stored.version });
      if (startGeneration !== generation) return;
      set({ stored, saved: values, isSaving: false, apiError: undefined });
      if (!isDirty()) keep(undefined);
    } catch (error) {
      const apiError = toApiErrorDetails(error);
      if (startGeneration !== generation) return;
      keep({ values: targetValues, version: state.stored.version });
      set({ isSaving: false, apiError });
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
    // Edits made meanwhile are sent with the next save.
    return state.apiError === undefined && isDirty() ? flush() : !isDirty();
  }

  const isDirty = () => changesBetween(state.saved, targetValues) !== undefined;

  return {
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    getState: () => state,
    isDirty,
    /** These are the values now. */
    want(values: DraftValues) {
      if (values === targetValues) return;
      targetValues = values;
      clearTimeout(timer);
      timer = isDirty() ? setTimeout(() => void flush(), delay) : undefined;
    },
    /** Saves at once what is not saved; whether nothing is left to be saved. */
    flush,
    /** Begins again with another state of the draft. */
    replace(stored: ImportProposal) {
      generation += 1;
      clearTimeout(timer);
      keep(undefined);
      targetValues = toValues(stored);
      set({ stored, saved: targetValues, isSaving: false, apiError: undefined });
    },
  };
}

export type DraftSaver = ReturnType<typeof createDraftSaver>;
