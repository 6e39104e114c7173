import { createSlice, type PayloadAction, type ThunkAction, type UnknownAction } from '@reduxjs/toolkit';
import { type Overview, overview, overviewEndpoint } from '#contract/overview/overview';
import { readData } from '#web/core/api/client.ts';
import type { StoreExtra } from './extra.ts';
import { sessionEnded } from './session-actions.ts';

export interface OverviewState {
  /** Undefined until read, and on servers without this endpoint. */
  readonly counts?: Overview | undefined;
}

const initialState: OverviewState = {};

const slice = createSlice({
  name: 'overview',
  initialState,
  reducers: {
    read: (_state, { payload }: PayloadAction<Overview>) => ({ counts: payload }),
  },
  extraReducers: (builder) => {
    builder.addCase(sessionEnded, () => initialState);
  },
});

/** Counts of waiting work, for the sidebar and the dashboard. */
export const overviewReducer = slice.reducer;

export const selectOverview = (state: { overview: OverviewState }): Overview | undefined =>
  state.overview.counts;

/** Reads the counts. An error keeps the previous counts and shows no message, since the user did not request them. */
export const loadOverview =
  (signal: AbortSignal): ThunkAction<Promise<void>, unknown, StoreExtra, UnknownAction> =>
  async (dispatch, _getState, { client }) => {
    try {
      const counts = overview.safeParse(readData(await client.call({ ...overviewEndpoint, signal })));
      if (counts.success && !signal.aborted) dispatch(slice.actions.read(counts.data));
    } catch {
      // The next screen reads them again.
    }
  };
