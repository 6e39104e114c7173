import { createSelector, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { type Job, isInProgress } from '#contract/jobs/jobs';
import { sessionEnded } from './session-actions.ts';

export interface JobsState {
  /** The jobs of the user in their last reported status. Finished jobs are kept until the page is closed. */
  readonly byId: Readonly<Record<number, Job>>;
  /** True if there is a reason to read events: a job was started here, or a screen shows jobs. */
  readonly isWatched: boolean;
}

const initialState: JobsState = { byId: {}, isWatched: false };

const slice = createSlice({
  name: 'jobs',
  initialState,
  reducers: {
    jobReceived(state, { payload }: PayloadAction<Job>) {
      const existingJob = state.byId[payload.id];
      if (existingJob && existingJob.changed_at > payload.changed_at) return;
      state.byId[payload.id] = payload;
      if (isInProgress(payload.state)) state.isWatched = true;
    },
    watched(state) {
      state.isWatched = true;
    },
    watchStopped(state) {
      state.isWatched = false;
    },
  },
  extraReducers: (builder) => {
    builder.addCase(sessionEnded, () => initialState);
  },
});

/** The background jobs of the signed-in account. */
export const jobsReducer = slice.reducer;
/** `jobsWatched` is dispatched by components that start a job or show its progress. */
export const { jobReceived, watched: jobsWatched, watchStopped: jobsUnwatched } = slice.actions;

interface JobsRoot {
  readonly jobs: JobsState;
}

export const selectJobs = ({ jobs }: JobsRoot): JobsState => jobs;

export const selectRunning: (state: JobsRoot) => readonly Job[] = createSelector([selectJobs], ({ byId }) =>
  Object.values(byId).filter(({ state }) => isInProgress(state)),
);

/** Returns the progress of all running jobs from 0 to 1; undefined if none is running. */
export const selectJobProgress: (state: JobsRoot) => number | undefined = createSelector(
  [selectRunning],
  (runningJobs) =>
    runningJobs.length === 0
      ? undefined
      : runningJobs.reduce((sum, { progress }) => sum + progress, 0) / runningJobs.length,
);
