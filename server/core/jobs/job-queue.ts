import type { Kysely, Transaction } from 'kysely';
import { knownErrors } from '#contract/core/errors';
import type { JobType } from '#contract/jobs/job-types';
import type { Database } from '#server/core/db/open';
import type { Schema } from '#server/core/db/schema';
import type { JobRow } from '#server/core/db/tables/jobs';
import { inTransaction } from '#server/core/db/transaction';
import { writerOf } from '#server/core/audit-log/signature';
import { notFound, appError } from '#server/core/errors';
import { isoIn } from './timing.ts';

/**
 * The delay before workers poll after an enqueue in a transaction, which is usually committed by then. Otherwise the regular poll finds the
 * job.
 */
const AFTER_TRANSACTION_MS = 50;
/** The default priority. A user waits for jobs up to this priority, and jobs with a higher number can wait. */
export const usualPriority = 5;

export interface NewJob {
  readonly kind: JobType;
  /**
   * Identifies the job together with `kind`. While such a job is queued or running, enqueueing it again returns the existing one. A queued
   * one gets the new priority if its number is lower.
   */
  readonly subjectId: string | number;
  /** The title for users: the name of a file or a book. */
  readonly title: string;
  /** Any JSON value. */
  readonly payload?: unknown;
  readonly userId?: number | null;
  /** The lowest number is first. Default: 5. */
  readonly priority?: number;
  /** The amount of work in bytes of audio. Of jobs with the same priority, the smallest is first. Default: 0. */
  readonly effort?: number;
  /** The earliest start. Default: now. */
  readonly runAt?: Date;
}

/** Runs first in the transaction. Throws to reject the change. */
type Check = (trx: Transaction<Schema>, row: JobRow) => Promise<void>;

export interface JobQueue {
  /** Adds a job in the caller's transaction, so the job exists only if the transaction commits. Without one, uses its own. */
  enqueue(job: NewJob, trx?: Kysely<Schema>): Promise<{ id: number; isNew: boolean }>;
  /**
   * Cancels a queued job immediately and a running one within a second. Has no effect on an ended job.
   * @throws AppError 404
   */
  cancel(id: number, check?: Check): Promise<JobRow>;
  /**
   * Queues a failed or cancelled job again.
   * @throws AppError 404, 409 if the job is queued, running or done, or if an equal job is in progress
   */
  retry(id: number, check?: Check): Promise<JobRow>;
  /** Cancels the queued and running jobs of subjects that are being deleted. */
  cancelAll(kind: JobType, subjectIds: readonly (string | number)[], trx?: Kysely<Schema>): Promise<void>;
  /** Notifies the workers of this process that a job of this type will probably follow. */
  prewarm(kind: JobType): void;
  /** Adds a listener for `prewarm`. @returns a function that removes it */
  onPrewarm(listener: (kind: JobType) => void): () => void;
  /** Adds a listener that is called when this process may have due jobs. @returns a function that removes it */
  onWake(listener: () => void): () => void;
}

/** Returns the queued or running job of a type and subject, or undefined. */
export const findInProgress = (
  db: Kysely<Schema>,
  kind: string,
  subjectId: string | number,
): Promise<{ id: number } | undefined> =>
  db
    .selectFrom('jobs')
    .select('id')
    .where('kind', '=', kind)
    .where('subject_id', '=', String(subjectId))
    .where('state', 'in', ['queued', 'running'])
    .executeTakeFirst();

/** Returns the API token of the request that opened the transaction. */
const tokenOf = (db: Kysely<Schema>): number | null => writerOf(db).tokenId;

export function createJobQueue(database: Database): JobQueue {
  const listeners = new Set<() => void>();
  const prewarmListeners = new Set<(kind: JobType) => void>();
  const timers = new Map<number, NodeJS.Timeout>();
  /** Notifies the listeners. Calls within the delay cause one notification, because a poll reads the whole queue. */
  const wake = (afterMs = 0) => {
    const waitTimer = timers.get(afterMs);
    if (waitTimer) {
      waitTimer.refresh();
      return;
    }
    const call = () => {
      timers.delete(afterMs);
      listeners.forEach((listener) => listener());
    };
    timers.set(afterMs, setTimeout(call, afterMs).unref());
  };

  async function findChecked(trx: Transaction<Schema>, id: number, check?: Check): Promise<JobRow> {
    const row = await trx.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirst();
    if (!row) throw notFound('job');
    await check?.(trx, row);
    return row;
  }

  async function insert(job: NewJob, db: Kysely<Schema>): Promise<{ id: number; isNew: boolean }> {
    const now = isoIn();
    const subject_id = String(job.subjectId);
    for (;;) {
      const newJob = await db
        .insertInto('jobs')
        .values({
          kind: job.kind,
          subject_id,
          title: job.title,
          state: 'queued',
          priority: job.priority ?? usualPriority,
          effort: job.effort ?? 0,
          run_at: job.runAt?.toISOString() ?? now,
          attempts: 0,
          progress: 0,
          stage: '',
          cancel_requested: 0,
          payload: JSON.stringify(job.payload ?? null),
          user_id: job.userId ?? null,
          token_id: tokenOf(db),
          created_at: now,
          changed_at: now,
        })
        .onConflict((clash) => clash.doNothing())
        .returning('id')
        .executeTakeFirst();
      if (newJob) return { id: newJob.id, isNew: true };
      const existing = await findInProgress(db, job.kind, subject_id);
      // The job ended between the two statements, so the insert is repeated.
      if (!existing) continue;
      const priority = job.priority ?? usualPriority;
      await db
        .updateTable('jobs')
        .set({ priority })
        .where('id', '=', existing.id)
        .where('state', '=', 'queued')
        .where('priority', '>', priority)
        .execute();
      return { id: existing.id, isNew: false };
    }
  }

  const cancelledJob = () => {
    const now = isoIn();
    return { state: 'cancelled', cancel_requested: 1, finished_at: now, changed_at: now } as const;
  };

  return {
    async enqueue(job, trx) {
      const response = await insert(job, trx ?? database.kysely);
      wake(trx ? AFTER_TRANSACTION_MS : 0);
      return response;
    },

    async cancel(id, check) {
      const row = await inTransaction(database, async (trx) => {
        const job = await findChecked(trx, id, check);
        const cancelledRow = await trx
          .updateTable('jobs')
          .set(cancelledJob())
          .where('id', '=', id)
          .where('state', '=', 'queued')
          .returningAll()
          .executeTakeFirst();
        const requestedEnd =
          cancelledRow ??
          (await trx
            .updateTable('jobs')
            .set({ cancel_requested: 1, changed_at: isoIn() })
            .where('id', '=', id)
            .where('state', '=', 'running')
            .returningAll()
            .executeTakeFirst());
        return requestedEnd ?? job;
      });
      wake();
      return row;
    },

    async retry(id, check) {
      const row = await inTransaction(database, async (trx) => {
        const job = await findChecked(trx, id, check);
        if (job.state === 'done') throw appError(knownErrors.jobDone);
        if (await findInProgress(trx, job.kind, job.subject_id)) throw appError(knownErrors.jobInProgress);
        const now = isoIn();
        return trx
          .updateTable('jobs')
          .set({
            state: 'queued',
            run_at: now,
            changed_at: now,
            attempts: 0,
            progress: 0,
            stage: '',
            cancel_requested: 0,
            error: null,
            worker: null,
            lease_until: null,
            finished_at: null,
          })
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow();
      });
      wake();
      return row;
    },

    async cancelAll(kind, subjectIds, trx) {
      if (subjectIds.length === 0) return;
      const db = trx ?? database.kysely;
      const ids = subjectIds.map(String);
      await db
        .updateTable('jobs')
        .set(cancelledJob())
        .where('kind', '=', kind)
        .where('subject_id', 'in', ids)
        .where('state', '=', 'queued')
        .execute();
      await db
        .updateTable('jobs')
        .set({ cancel_requested: 1, changed_at: isoIn() })
        .where('kind', '=', kind)
        .where('subject_id', 'in', ids)
        .where('state', '=', 'running')
        .execute();
      wake(trx ? AFTER_TRANSACTION_MS : 0);
    },

    prewarm: (kind) => prewarmListeners.forEach((listener) => listener(kind)),

    onPrewarm(listener) {
      prewarmListeners.add(listener);
      return () => prewarmListeners.delete(listener);
    },

    onWake(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
