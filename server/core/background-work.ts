import { setTimeout } from 'node:timers/promises';
import { yieldToEventLoop } from './yield-to-event-loop.ts';

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
/** The maximum time that a step waits, after its pause, for the end of a request. The next request usually arrives some time later. */
const MAX_GAP_WAIT_MS = { maintenance: 25, waitedFor: 10 };
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
  const gapListeners = new Set<() => void>();
  let requests = 0;
  let requestEndedAt = Number.NEGATIVE_INFINITY;
  let userJobs = 0;
  let maintenanceRuns = 0;

  const isServing = (): boolean => requests > 0 || now() - requestEndedAt < EXPECTED_MS;

  /** Pauses after a step of this duration, then, if requests arrive, until the next one ends and no other is in progress. */
  async function yieldToOthers(stepMs: number, { signal, isWaitedFor = false }: StepOptions): Promise<void> {
    const kind = isWaitedFor ? 'waitedFor' : 'maintenance';
    const pauseMs = stepMs * PAUSE_PER_STEP[kind] * (isWaitedFor ? 1 : maintenanceRuns);
    await pause(Math.min(Math.max(pauseMs, QUIET_PAUSE_MS), MAX_PAUSE_MS[kind]), signal);
    if (!isServing()) return;
    const gap = Promise.withResolvers<void>();
    gapListeners.add(gap.resolve);
    await Promise.race([gap.promise, pause(MAX_GAP_WAIT_MS[kind], signal)]).finally(() =>
      gapListeners.delete(gap.resolve),
    );
    // The response is sent first.
    await yieldToEventLoop();
  }

  function endRequest(): void {
    requests -= 1;
    requestEndedAt = now();
    if (requests > 0) return;
    for (const listener of gapListeners) listener();
  }

  async function runSteps(run: BackgroundRun, step: Step, options: StepOptions) {
    const { signal, isWaitedFor } = options;
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
      await (isBusy ? yieldToOthers(stepMs, options) : pause(QUIET_PAUSE_MS, signal));
      run.waitedMs += now() - endedAt;
    }
  }

  return {
    /** Runs the handler of a request, to which background work yields. */
    async serve<Result>(handle: () => Promise<Result>): Promise<Result> {
      requests += 1;
      try {
        return await handle();
      } finally {
        endRequest();
      }
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
