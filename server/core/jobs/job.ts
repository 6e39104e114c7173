import type { Transaction } from 'kysely';
import { z } from 'zod';
import { notificationTexts } from '#contract/notifications/notifications';
import type { Schema } from '#server/core/db/schema';

export interface JobContext<Payload> {
  readonly jobId: number;
  readonly subjectId: string;
  readonly payload: Payload;
  /** The user who requested it; null for the system. */
  readonly userId: number | null;
  /** 1 at the first. */
  readonly attempt: number;
  /** Aborted when the job is cancelled, when the process stops, and when another process has taken the job. */
  readonly signal: AbortSignal;
  /** `fraction` from 0 to 1, of the whole job; `stage` in people's words. Costs nothing: it is written now and then. */
  progress(fraction: number, stage?: string): void;
}

export interface JobOutcome {
  /** Kept with the job and shown to clients: anything that is JSON. */
  readonly result?: Readonly<Record<string, unknown>>;
  /**
   * The changes of the job, in the transaction that ends it: they are made once, even if it was killed, cancelled
   * or started twice. An error that it throws fails the attempt.
   */
  commit?(trx: Transaction<Schema>): Promise<void>;
  /** After the commit. What it throws is logged only. */
  afterCommit?(): Promise<void>;
  /** Instead of the commit, when the job was cancelled or taken meanwhile or the commit failed: gives back what was made for it. */
  discard?(): Promise<void>;
}

/**
 * One kind of background work. An attempt may be cut off anywhere and another be made later, by any process, so whatever lasts is
 * done by the outcome's `commit`. What `run` throws fails the attempt: an `AppError` below 500 (a damaged file) for good, anything
 * else is tried again; the sentence of an `AppError` is shown to people.
 */
export interface JobHandler {
  readonly kind: string;
  /**
   * `heavy` work takes minutes of a processor and belongs into a child process (`runInChild`). `short` work takes seconds at most and
   * has a lane of its own. Of `light` work each user has two places.
   */
  readonly weight: 'short' | 'light' | 'heavy';
  /** The notification to the user when the job is done; null if no one waits for it. Failures are always reported. */
  readonly doneNote: string | null;
  /** Such a job is about to come, in all likelihood: what takes long to start may start now. Must not throw. */
  readonly prepare?: () => void;
  run(context: JobContext<unknown>): Promise<JobOutcome>;
}

/** A kind of work whose payload is read by a schema. @throws by its `run` when the payload does not fit */
export function defineJob<Payload extends z.ZodType>(job: {
  readonly kind: string;
  readonly weight: JobHandler['weight'];
  /** See `JobHandler`. */
  readonly doneNote?: string | null;
  readonly payload: Payload;
  /** See `JobHandler`. */
  readonly prepare?: () => void;
  run(context: JobContext<z.output<Payload>>): Promise<JobOutcome>;
}): JobHandler {
  return {
    kind: job.kind,
    weight: job.weight,
    ...(job.prepare && { prepare: job.prepare }),
    doneNote: job.doneNote === undefined ? notificationTexts.jobDone : job.doneNote,
    run: async (context) => job.run({ ...context, payload: job.payload.parse(context.payload) }),
  };
}
