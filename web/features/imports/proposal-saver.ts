import type { ImportProposal } from '#contract/imports/import-proposal';
import { type ApiErrorDetails, isVersionConflict } from '#web/core/api/api-error.ts';
import type { ProposalChanges } from '#web/core/api/imports-api.ts';
import { changesBetween, type ProposalValues, toValues } from './proposal-values.ts';

export interface SaverState {
  /** The proposal as the server stores it. */
  readonly stored: ImportProposal;
  /** The values that `stored` contains. */
  readonly saved: ProposalValues;
  readonly isSaving: boolean;
  /** The error of the last save, until one succeeds. */
  readonly apiError: ApiErrorDetails | undefined;
}

export interface SaverOptions {
  readonly proposal: ImportProposal;
  readonly send: (changes: ProposalChanges) => Promise<ImportProposal>;
  readonly toApiErrorDetails: (error: unknown) => ApiErrorDetails;
  /** Stores unsaved values with their version, or deletes them (undefined) after a successful save. */
  readonly storeUnsaved: (
    unsavedValues: { readonly values: ProposalValues; readonly version: number | undefined } | undefined,
  ) => void;
  /** The delay in milliseconds after the last change. Default: 800. */
  readonly delay?: number;
}

/**
 * Saves a proposal during editing: shortly after the last change, one request at a time, ending with the newest values. After an error it
 * waits for the next change or `flush`. A conflict stops it until `replace`.
 */
export function createProposalSaver({
  proposal,
  send,
  toApiErrorDetails,
  storeUnsaved,
  delay = 800,
}: SaverOptions) {
  const listeners = new Set<() => void>();
  let state: SaverState = {
    stored: proposal,
    saved: toValues(proposal),
    isSaving: false,
    apiError: undefined,
  };
  let targetValues = state.saved;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let currentSave: Promise<void> | undefined;
  /** Incremented when the proposal is replaced, so that responses for the previous one are ignored. */
  let generation = 0;

  const set = (changes: Partial<SaverState>) => {
    state = { ...state, ...changes };
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
      const storedProposal = await send({ ...changes, version: state.stored.version });
      if (startGeneration !== generation) return;
      set({ stored: storedProposal, saved: values, isSaving: false, apiError: undefined });
      if (!isDirty()) storeUnsaved(undefined);
    } catch (error) {
      const apiError = toApiErrorDetails(error);
      if (startGeneration !== generation) return;
      storeUnsaved({ values: targetValues, version: state.stored.version });
      set({ isSaving: false, apiError });
    }
  }

  async function flush(): Promise<boolean> {
    clearTimeout(timer);
    timer = undefined;
    await currentSave;
    if (!isDirty()) return true;
    currentSave ??= run().finally(() => {
      currentSave = undefined;
    });
    await currentSave;
    // Changes during a save are sent with the next one.
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
    /** Sets the current values. */
    want(values: ProposalValues) {
      if (values === targetValues) return;
      targetValues = values;
      clearTimeout(timer);
      timer = isDirty() ? setTimeout(() => void flush(), delay) : undefined;
    },
    /**
     * Saves unsaved values immediately.
     * @returns true if nothing is left to save
     */
    flush,
    /** Replaces the proposal and its values. */
    replace(storedProposal: ImportProposal) {
      generation += 1;
      clearTimeout(timer);
      storeUnsaved(undefined);
      targetValues = toValues(storedProposal);
      set({ stored: storedProposal, saved: targetValues, isSaving: false, apiError: undefined });
    },
  };
}

export type ProposalSaver = ReturnType<typeof createProposalSaver>;
