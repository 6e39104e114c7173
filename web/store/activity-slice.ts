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
  /** Whether the server has it, and so every browser of the account. */
  readonly isKept?: boolean | undefined;
}

export interface ActivityState {
  /** Newest first. */
  readonly entries: ActivityEntry[];
  readonly hasUnseen: boolean;
  /** The server keeps no activity: it is remembered in this tab only. */
  readonly isLocal?: boolean | undefined;
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
    cleared: (state) => ({ ...initialState, isLocal: state.isLocal }),
    /** The server has these by now. */
    kept(state, { payload: ids }: PayloadAction<readonly string[]>) {
      for (const entry of state.entries) if (ids.includes(entry.id)) entry.isKept = true;
    },
    keptByNobody(state) {
      state.isLocal = true;
    },
    /** What the server keeps takes the place of what it is known to have; what it has not heard of yet stays. */
    loaded(state, { payload }: PayloadAction<{ entries: ActivityEntry[]; hasUnseen: boolean }>) {
      const known = new Set(payload.entries.map(({ id }) => id));
      const unsent = state.entries.filter(({ id, isKept }) => !isKept && !known.has(id));
      state.entries = [...unsent, ...payload.entries]
        .toSorted((a, b) => b.at.localeCompare(a.at))
        .slice(0, maxEntries);
      state.hasUnseen ||= payload.hasUnseen;
    },
  },
  extraReducers: (builder) => {
    builder.addCase(sessionEnded, () => initialState);
  },
});

/** What happened to the account, for the panel behind the bell: saves, deletes and failures. */
export const activityReducer = slice.reducer;
export const {
  noted: activityNoted,
  seen: activitySeen,
  cleared: activityCleared,
  kept: activityKept,
  keptByNobody: activityKeptByNobody,
  loaded: activityLoaded,
} = slice.actions;
export const selectActivity = (state: { activity: ActivityState }): ActivityState => state.activity;
