import { jobTypes } from '#contract/jobs/job-types';
import { jobMessages } from '#contract/jobs/jobs';
import type { Database } from '#server/core/db/open';
import type { JobRow } from '#server/core/db/tables/jobs';
import { afterPause, isPaused } from '#server/core/db/after-pause';
import { inTransaction } from '#server/core/db/transaction';
import { AppError } from '#server/core/errors';
import { type Claims, maxAttempts } from './claims.ts';
import type { JobHandler, JobOutcome } from './job.ts';
import { usualPriority } from './job-queue.ts';
import { recordEnd } from './record-end.ts';
import type { JobTiming } from './timing.ts';

type LogError = (details: object, message: string) => void;
export interface JobLog {
  readonly info: LogError;
  readonly warn: LogError;
  readonly error: LogError;
}

export interface AttemptDeps {
  readonly database: Database;
  readonly claims: Claims;
  readonly log: JobLog;
  readonly timing: JobTiming;
}

export interface Attempt {
  readonly id: number;
  /** The user who requested the job. Null for the system. */
  readonly userId: number | null;
  /** True if a user waits for the job. */
  readonly isWaitedFor: boolean;
  /** Resolves when the handler has ended and the result is stored. Never rejects. */
  readonly ended: Promise<void>;
  /** Aborts the handler and discards its result, because the job was cancelled or claimed by another process. */
  abort(): void;
  /** Returns the job to the queue immediately and aborts the handler, because the process stops. */
  release(): Promise<void>;
}

class ClaimLostError extends Error {}

/** Runs a claimed job once and renews its lease until it ends. */
export function beginAttempt(deps: AttemptDeps, handler: JobHandler, row: JobRow): Attempt {
  const { claims, log, timing } = deps;
  const controller = new AbortController();
  const abort = () => controller.abort(new ClaimLostError());
  let latestProgress = { progress: 0, stage: '' };
  let writtenProgress = latestProgress;
  let beatAt = performance.now();

  async function beat(): Promise<void> {
    const isDue = performance.now() - beatAt >= timing.beat;
    if (controller.signal.aborted || (!isDue && latestProgress === writtenProgress)) return;
    const report = latestProgress;
    beatAt = performance.now();
    if (!(await claims.beat(row, report.progress, report.stage))) abort();
    writtenProgress = report;
  }
  // A failed renewal costs the lease at most, so it is only logged.
  const logError = (error: unknown) => log.warn({ err: error, job: row.id }, 'failed to renew a job lease');
  const timer = setInterval(() => void beat().catch(logError), Math.min(timing.poll, timing.beat));

  async function run(): Promise<JobOutcome> {
    const outcome = await handler.run({
      jobId: row.id,
      subjectId: row.subject_id,
      payload: JSON.parse(row.payload) as unknown,
      userId: row.user_id,
      attempt: row.attempts,
      signal: controller.signal,
      progress: (fraction, stage = latestProgress.stage) => {
        const progress = Math.min(1, Math.max(0, fraction));
        if (progress !== latestProgress.progress || stage !== latestProgress.stage)
          latestProgress = { progress, stage };
      },
    });
    try {
      await afterPause(deps.database, () =>
        inTransaction(deps.database, async (trx) => {
          controller.signal.throwIfAborted();
          await outcome.commit?.(trx);
          if (!(await claims.end(row, { state: 'done', result: outcome.result }, trx)))
            throw new ClaimLostError();
          await recordEnd(trx, row, { done: jobTypes[handler.kind].done });
        }),
      );
    } catch (error) {
      await outcome
        .discard?.()
        .catch((failure: unknown) =>
          log.warn({ err: failure, job: row.id }, 'failed to discard the files of a job'),
        );
      throw error;
    }
    return outcome;
  }

  async function fail(error: unknown): Promise<void> {
    // The database paused writes, so the job returns to the queue and the attempt does not count.
    if (isPaused(deps.database, error)) {
      await afterPause(deps.database, () => claims.release(row));
      return;
    }
    const appError = error instanceof AppError ? error : deps.database.explain(error);
    if (!appError) log.error({ err: error, job: row.id, kind: row.kind }, 'job failed');
    const message = appError?.message ?? jobMessages.ourError;
    const isFinal = row.attempts >= maxAttempts || (appError !== undefined && appError.status < 500);
    const pause = timing.pauses[row.attempts - 1] ?? 0;
    const isWritten = isFinal
      ? await inTransaction(deps.database, async (trx) => {
          const isEnded = await claims.end(row, { state: 'failed', error: message }, trx);
          if (isEnded) await recordEnd(trx, row, { error: message });
          return isEnded;
        })
      : await claims.postpone(row, pause, message);
    if (!isWritten) await claims.end(row, { state: 'cancelled' });
  }

  async function attempt(): Promise<void> {
    let outcome: JobOutcome;
    try {
      outcome = await run();
    } catch (error) {
      if (!controller.signal.aborted && !(error instanceof ClaimLostError)) return fail(error);
      await claims.end(row, { state: 'cancelled' });
      return;
    }
    log.info({ job: row.id, kind: row.kind }, 'job done');
    await outcome.afterCommit?.();
  }

  return {
    id: row.id,
    userId: row.user_id,
    isWaitedFor: row.priority <= usualPriority,
    abort,
    ended: attempt()
      // The job remains unchanged. The next attempt starts when its lease expires.
      .catch((error: unknown) => log.error({ err: error, job: row.id }, 'failed to end a job'))
      .finally(() => clearInterval(timer)),
    async release() {
      const isReleased = await claims.release(row);
      if (!isReleased) await claims.end(row, { state: 'cancelled' });
      abort();
    },
  };
}
