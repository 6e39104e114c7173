import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { ImportCounts } from '#web/core/api/imports-api.ts';
import { sessionEnded } from './session-actions.ts';

export interface UploadProblem {
  readonly path: string;
  readonly message: string;
}

/** Dropped files, from the first uploaded byte to their proposals. */
export interface ImportBatch {
  readonly id: string;
  /** The name of the single file or folder; blank for several. */
  readonly name: string;
  readonly fileCount: number;
  /** The total size in bytes. */
  readonly size: number;
  readonly sent: number;
  readonly secondsLeft: number | undefined;
  /** True while the upload waits for the network. It resumes automatically. */
  readonly isPaused: boolean;
  readonly stage: 'sending' | 'reading' | 'done' | 'failed';
  /** The ID of the import on the server; undefined until it is created. */
  readonly importId: number | undefined;
  /** The ID of the proposal, if the import has only one. */
  readonly onlyId: number | undefined;
  readonly counts: ImportCounts | undefined;
  /** Files that could not be uploaded. */
  readonly problems: readonly UploadProblem[];
  /** The error message of a failed import. */
  readonly error: string | undefined;
}

export interface ImportBatchesState {
  /** The batches, oldest first. */
  readonly batches: ImportBatch[];
}

const initialState: ImportBatchesState = { batches: [] };

const slice = createSlice({
  name: 'batches',
  initialState,
  reducers: {
    started(state, { payload }: PayloadAction<Pick<ImportBatch, 'id' | 'name' | 'fileCount' | 'size'>>) {
      state.batches.push({
        ...payload,
        sent: 0,
        secondsLeft: undefined,
        isPaused: false,
        stage: 'sending',
        importId: undefined,
        onlyId: undefined,
        counts: undefined,
        problems: [],
        error: undefined,
      });
    },
    changed(
      state,
      { payload: { id, ...changes } }: PayloadAction<Pick<ImportBatch, 'id'> & Partial<ImportBatch>>,
    ) {
      const batch = state.batches.find((item) => item.id === id);
      if (batch) Object.assign(batch, changes);
    },
    closed(state, { payload }: PayloadAction<string>) {
      state.batches = state.batches.filter(({ id }) => id !== payload);
    },
  },
  extraReducers: (builder) => {
    builder.addCase(sessionEnded, () => initialState);
  },
});

export const { started: batchBegun, changed: batchChanged, closed: batchClosed } = slice.actions;

const stateKey = 'batches';
export const importBatchesSlice = { stateKey, reducer: slice.reducer };
export const selectBatches = (state: object): readonly ImportBatch[] =>
  ((state as Record<string, ImportBatchesState | undefined>)[stateKey] ?? initialState).batches;
