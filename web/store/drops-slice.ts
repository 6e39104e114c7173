import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { ImportCounts } from '../api/imports-api.ts';
import { sessionEnded } from './session-actions.ts';

export interface DropProblem {
  readonly path: string;
  readonly sentence: string;
}

/** Files that were dropped, from the first byte to the drafts that were made of them. */
export interface Drop {
  readonly id: string;
  /** Of the only file or folder; blank for several. */
  readonly name: string;
  readonly fileCount: number;
  /** Bytes. */
  readonly size: number;
  readonly sent: number;
  readonly secondsLeft: number | undefined;
  /** Waits for the network, and goes on by itself. */
  readonly isPaused: boolean;
  readonly stage: 'sending' | 'reading' | 'done' | 'failed';
  /** What the server made of it; undefined until it knows of it. */
  readonly importId: number | undefined;
  /** The only draft that came of it. */
  readonly onlyId: number | undefined;
  readonly counts: ImportCounts | undefined;
  /** Files that could not be uploaded. */
  readonly problems: readonly DropProblem[];
  /** Why it failed. */
  readonly error: string | undefined;
}

export interface DropsState {
  /** Oldest first. */
  readonly drops: Drop[];
}

const initialState: DropsState = { drops: [] };

const slice = createSlice({
  name: 'drops',
  initialState,
  reducers: {
    begun(state, { payload }: PayloadAction<Pick<Drop, 'id' | 'name' | 'fileCount' | 'size'>>) {
      state.drops.push({
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
    changed(state, { payload: { id, ...part } }: PayloadAction<Pick<Drop, 'id'> & Partial<Drop>>) {
      const drop = state.drops.find((one) => one.id === id);
      if (drop) Object.assign(drop, part);
    },
    closed(state, { payload }: PayloadAction<string>) {
      state.drops = state.drops.filter(({ id }) => id !== payload);
    },
  },
  extraReducers: (builder) => {
    builder.addCase(sessionEnded, () => initialState);
  },
});

export const { begun: dropBegun, changed: dropChanged, closed: dropClosed } = slice.actions;

const stateKey = 'drops';
export const dropsSlice = { stateKey, reducer: slice.reducer };
export const selectDrops = (state: object): readonly Drop[] =>
  ((state as Record<string, DropsState | undefined>)[stateKey] ?? initialState).drops;
