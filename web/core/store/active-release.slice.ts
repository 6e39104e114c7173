import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Release, ReleaseChange } from '#contract/releases/releases';
import { sessionEnded } from './session-actions.ts';

/** The release in which the user works. Requests of records read and save in it. */
export interface ActiveReleaseState {
  /** Undefined for the live catalogue. */
  readonly id?: number | undefined;
  /** Undefined until it is read. */
  readonly release?: Release | undefined;
  readonly changes: readonly ReleaseChange[];
}

const initialState: ActiveReleaseState = { changes: [] };

const slice = createSlice({
  name: 'activeRelease',
  initialState,
  reducers: {
    selected: (_state, { payload: id }: PayloadAction<number | undefined>) => ({ id, changes: [] }),
    read: (
      state,
      { payload }: PayloadAction<{ readonly release: Release; readonly changes: readonly ReleaseChange[] }>,
    ) => (payload.release.id === state.id ? { id: state.id, ...payload } : state),
  },
  extraReducers: (builder) => {
    builder.addCase(sessionEnded, () => initialState);
  },
});

export const activeReleaseReducer = slice.reducer;
export const { selected: releaseSelected, read: releaseRead } = slice.actions;

export interface WithActiveRelease {
  readonly activeRelease: ActiveReleaseState;
}
export const selectActiveRelease = (state: WithActiveRelease): ActiveReleaseState => state.activeRelease;
export const selectReleaseId = (state: WithActiveRelease): number | undefined => state.activeRelease.id;
