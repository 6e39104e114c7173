import type { Transaction } from 'kysely';
import { z } from 'zod';
import type { JobType } from '#contract/jobs/job-types';
import type { Schema } from '#server/core/db/schema';

export interface JobContext<Payload> {
  readonly jobId: number;
  readonly subjectId: string;
  readonly payload: Payload;
  /** The user who requested the job. Null for the system. */
  readonly userId: number | null;
  /** The number of the attempt, starting at 1. */
  readonly attempt: number;
  /** Aborted when the job is cancelled, when the process stops, and when another process has claimed the job. */
  readonly signal: AbortSignal;
  /**
   * Reports progress. `fraction` is that of the whole job, from 0 to 1. `stage` is a text for users. Calls are cheap, because progress is
   * written at intervals.
   */
  progress(fraction: number, stage?: string): void;
}

export interface JobOutcome {
  /** The result as JSON, stored with the job and visible to clients. */
  readonly result?: Readonly<Record<string, unknown>>;
  /**
   * Writes the changes of the job in the transaction that ends it. They are written exactly once, even if the job was killed, cancelled or
   * started twice. An error fails the attempt.
   */
  commit?(trx: Transaction<Schema>): Promise<void>;
  /** Runs after the commit. Its errors are only logged. */
  afterCommit?(): Promise<void>;
  /**
   * Runs instead of the commit if the job was cancelled, claimed by another process, or the commit failed. Deletes what the attempt
   * created.
   */
  discard?(): Promise<void>;
}

/**
 * A type of background work. An attempt may be interrupted at any time and repeated by any process, so permanent changes belong in `commit`
 * of the outcome. An error of `run` fails the attempt. An `AppError` below 500, such as a damaged file, fails the job permanently. Any
 * other error causes another attempt. Users see the message of an `AppError`.
 */
export interface JobHandler {
  readonly kind: JobType;
  /**
   * `heavy` work uses a processor for minutes and runs in a child process (`runInChild`). `short` work takes seconds at most and has its
   * own slots. Of `light` work, each user has two slots.
   */
  readonly weight: 'short' | 'light' | 'heavy';
  /** Runs when a job of this type will probably follow, to start slow resources in advance. Must not throw. */
  readonly prepare?: () => void;
  run(context: JobContext<unknown>): Promise<JobOutcome>;
}

/** Defines a type of work whose payload is parsed by a schema. Its `run` throws if the payload is invalid. */
export function defineJob<Payload extends z.ZodType>(job: {
  readonly kind: JobType;
  readonly weight: JobHandler['weight'];
  readonly payload: Payload;
  /** See `JobHandler`. */
  readonly prepare?: () => void;
  run(context: JobContext<z.output<Payload>>): Promise<JobOutcome>;
}): JobHandler {
  return {
    kind: job.kind,
    weight: job.weight,
    ...(job.prepare && { prepare: job.prepare }),
    run: async (context) => job.run({ ...context, payload: job.payload.parse(context.payload) }),
  };
}
