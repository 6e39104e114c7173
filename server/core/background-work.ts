import { setTimeout } from 'node:timers/promises';

/** The time after a request in which another one is expected. */
const EXPECTED_MS = 1_000;
/** The intended duration of a step, during and without requests. A request waits for the step that is running. */
const STEP_MS = { busy: 2, quiet: 10 };
/** Steps begin with this part of their size, and get no smaller. */
const MIN_SIZE = 1 / 4;
/** The pause after a step, as a multiple of its duration, if others wait. A step takes longer when the server is loaded. */
const PAUSE_PER_STEP = { maintenance: 9, waitedFor: 1 };
/** The maximum pauses, so that the work always ends. */
const MAX_PAUSE_MS = { maintenance: 100, waitedFor: 20 };
/** The pause without requests. It is long enough for another process to take the write lock. */
const QUIET_PAUSE_MS = 4;

/**
 * Does a limited part of the work.
 * @param size the part of the largest step that is due now: more than 0, at most 1
 * @returns true if more is left
 */
export type Step = (size: number) => Promise<boolean>;

export interface StepOptions {
  readonly signal?: AbortSignal | undefined;
  /** True if a user waits for the work. It goes before maintenance. */
  readonly isWaitedFor?: boolean;
}

/** The latest run of some work. */
export interface BackgroundRun {
  readonly name: string;
  isRunning: boolean;
  workedMs: number;
  /** The pauses between its steps. */
  waitedMs: number;
}

export interface Clock {
  now(): number;
  pause(ms: number, signal: AbortSignal | undefined): Promise<unknown>;
}

const systemClock: Clock = {
  now: () => performance.now(),
  pause: (ms, signal) => setTimeout(ms, undefined, { ...(signal && { signal }) }),
};

/**
 * Runs background work in steps, with pauses between them: short ones while no request arrives, and otherwise in proportion to the last
 * step, so that maintenance takes a tenth of the time, and work that a user waits for half of it.
 */
export function createBackgroundWork({ now, pause }: Clock = systemClock) {
  const runs = new Map<string, BackgroundRun>();
  let requestAt = Number.NEGATIVE_INFINITY;
  let userJobs = 0;
  let maintenanceRuns = 0;

  const isServing = (): boolean => now() - requestAt < EXPECTED_MS;

  function pauseAfter(stepMs: number, isWaitedFor: boolean): number {
    const kind = isWaitedFor ? 'waitedFor' : 'maintenance';
    const runsOfKind = isWaitedFor ? 1 : maintenanceRuns;
    return Math.min(Math.max(stepMs * PAUSE_PER_STEP[kind] * runsOfKind, QUIET_PAUSE_MS), MAX_PAUSE_MS[kind]);
  }

  async function runSteps(run: BackgroundRun, step: Step, { signal, isWaitedFor = false }: StepOptions) {
    for (let size = MIN_SIZE; ; ) {
      signal?.throwIfAborted();
      const startedAt = now();
      const isMore = await step(size);
      const endedAt = now();
      const stepMs = endedAt - startedAt;
      run.workedMs += stepMs;
      if (!isMore) return;
      const isBusy = isServing() || (!isWaitedFor && userJobs > 0);
      const intendedMs = isBusy ? STEP_MS.busy : STEP_MS.quiet;
      size = Math.min(1, Math.max(MIN_SIZE, size * Math.min(2, intendedMs / Math.max(stepMs, 1))));
      await pause(isBusy ? pauseAfter(stepMs, isWaitedFor) : QUIET_PAUSE_MS, signal);
      run.waitedMs += now() - endedAt;
    }
  }

  return {
    /** Records that a request arrived or ended. */
    noteRequest(): void {
      requestAt = now();
    },

    /** Maintenance yields to a job until it ends. */
    async yieldTo(job: Promise<unknown>): Promise<void> {
      userJobs += 1;
      try {
        await job;
      } finally {
        userJobs -= 1;
      }
    },

    /** Returns true if work that can wait should not start. */
    isBusy: (): boolean => isServing() || userJobs > 0,

    /** Runs steps until one returns false. @throws the error of a step, or an error when `signal` is aborted */
    async run(name: string, step: Step, options: StepOptions = {}): Promise<void> {
      const run: BackgroundRun = { name, isRunning: true, workedMs: 0, waitedMs: 0 };
      runs.set(name, run);
      const count = options.isWaitedFor ? 0 : 1;
      maintenanceRuns += count;
      try {
        await runSteps(run, step, options);
      } finally {
        maintenanceRuns -= count;
        run.isRunning = false;
      }
    },

    /** Returns the latest run of each work. */
    runs: (): readonly BackgroundRun[] => [...runs.values()],
  };
}

/** The background work of this process, which has one event loop. */
export const backgroundWork = createBackgroundWork();
