import { createSlice, nanoid, type PayloadAction } from '@reduxjs/toolkit';
import { sessionEnded } from './session-actions.ts';

export interface ActivityEntry {
  readonly id: string;
  /** ISO time. */
  readonly at: string;
  readonly outcome: 'success' | 'failure';
  /** What people read: the server's sentence where there is one. */
  readonly message: string;
  /** Of a failure: what was tried, in the catalogue's words. */
  readonly tried?: string | undefined;
  /** The record it was about, by its name. */
  readonly subject?: string | undefined;
}

export interface ActivityState {
  /** Newest first. */
  readonly entries: ActivityEntry[];
  readonly hasUnseen: boolean;
}

export const maxEntries = 200;
const initialState: ActivityState = { entries: [], hasUnseen: false };

const slice = createSlice({
  name: 'activity',
  initialState,
  reducers: {
    noted: {
      reducer(state, { payload }: PayloadAction<ActivityEntry>) {
        state.entries.unshift(payload);
        state.entries.splice(maxEntries);
        state.hasUnseen = true;
      },
      prepare: (entry: Pick<ActivityEntry, 'outcome' | 'message' | 'tried' | 'subject'>) => ({
        payload: { ...entry, id: nanoid(), at: new Date().toISOString() },
      }),
    },
    seen(state) {
      state.hasUnseen = false;
    },
    cleared: () => initialState,
  },
  extraReducers: (builder) => {
    builder.addCase(sessionEnded, () => initialState);
  },
});

/** What happened in this session, for the panel behind the bell: saves, deletes and failures. */
export const activityReducer = slice.reducer;
export const { noted: activityNoted, seen: activitySeen, cleared: activityCleared } = slice.actions;
export const selectActivity = (state: { activity: ActivityState }): ActivityState => state.activity;
