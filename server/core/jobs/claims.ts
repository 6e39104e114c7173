import { type Transaction, sql } from 'kysely';
import type { Database } from '#server/core/db/open';
import type { Schema } from '#server/core/db/schema';
import type { JobRow } from '#server/core/db/tables/jobs';
import { usualPriority } from './job-queue.ts';
import { isoIn } from './timing.ts';
import { hasEnded } from './worker-name.ts';

export const maxAttempts = 3;
const DIED = 'The server stopped three times while running this job. The job may need more resources.';

/** The jobs that a process can start. */
interface StartableJobs {
  readonly kinds: readonly string[];
  /** True to select only jobs for which a user waits. */
  readonly isWaitedFor: boolean;
  /** Users whose jobs are excluded. Null excludes jobs of the system. */
  readonly exceptUsers: readonly (number | null)[];
}

/** The columns that identify a claim. A process writes to a job only while it owns the claim. */
export type Claim = Pick<JobRow, 'id' | 'worker' | 'attempts'>;

interface JobEnd {
  readonly state: 'done' | 'failed' | 'cancelled';
  readonly error?: string;
  readonly result?: unknown;
}

const releasedJob = { state: 'queued', worker: null, lease_until: null, progress: 0, stage: '' } as const;

/** Creates the queries by which processes share jobs. Each query is a single statement and safe between any number of processes. */
export function createClaims(database: Database, leaseMs: number) {
  const { kysely: db, relaxed, dialect } = database;

  /** Selects the turn of the last started job of the same user. All jobs of the system count as one user. */
  const lastRound = (kinds: readonly string[]) =>
    db
      .selectFrom('jobs as others')
      .select('others.turn')
      .where(sql`coalesce(others.user_id, 0)`, '=', sql`coalesce(jobs.user_id, 0)`)
      .where('others.kind', 'in', kinds)
      .orderBy('others.turn', 'desc')
      .limit(1);

  /**
   * Selects the next due job. Urgent jobs are first. Then users take turns, starting with the one whose last job started longest ago. Then
   * short jobs are first.
   */
  const isDue = ({ kinds, isWaitedFor, exceptUsers }: StartableJobs) =>
    db
      .selectFrom('jobs')
      .select('id')
      .where('kind', 'in', kinds)
      .$if(isWaitedFor, (query) => query.where('priority', '<=', usualPriority))
      .$if(exceptUsers.length > 0, (query) =>
        query.where(
          sql`coalesce(jobs.user_id, 0)`,
          'not in',
          exceptUsers.map((userId) => userId ?? 0),
        ),
      )
      .where((is) =>
        is.or([
          is.and([is('state', '=', 'queued'), is('run_at', '<=', isoIn())]),
          is.and([
            is('state', '=', 'running'),
            is('lease_until', '<', isoIn()),
            is('attempts', '<', maxAttempts),
            is('cancel_requested', '=', 0),
          ]),
        ]),
      )
      .orderBy('priority')
      .orderBy(lastRound(kinds))
      .orderBy('effort')
      .orderBy('id')
      .limit(1);

  const ownClaim = (trx: Transaction<Schema> | typeof db, { id, worker, attempts }: Claim) =>
    trx
      .updateTable('jobs')
      .where('id', '=', id)
      .where('worker', '=', worker)
      .where('attempts', '=', attempts)
      .where('state', '=', 'running');

  return {
    /** Claims the next job of these types that is due or whose lease has expired. */
    async claim(worker: string, request: StartableJobs): Promise<JobRow | undefined> {
      // The read avoids the lock of an update without a due job.
      if (request.kinds.length === 0 || !(await isDue(request).executeTakeFirst())) return undefined;
      // A claim that a power failure loses belongs to a process that has ended too.
      return relaxed
        .updateTable('jobs')
        .set((column) => ({
          state: 'running',
          worker,
          lease_until: isoIn(leaseMs),
          attempts: column('attempts', '+', 1),
          turn: sql<number>`(select coalesce(max(begun.turn), 0) + 1 from jobs as begun)`,
          progress: 0,
          stage: '',
          changed_at: isoIn(),
        }))
        .where('id', '=', isDue(request).modifyEnd(dialect.skipLocked()))
        .returningAll()
        .executeTakeFirst();
    },

    /** Renews the lease and stores the progress. @returns false if the job was cancelled or claimed by another process */
    async beat(claim: Claim, progress: number, stage: string): Promise<boolean> {
      const { numUpdatedRows } = await ownClaim(relaxed, claim)
        .set({ lease_until: isoIn(leaseMs), progress, stage, changed_at: isoIn() })
        .where('cancel_requested', '=', 0)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Returns the running jobs of a worker that are not cancelled. */
    async claimedJobIds(worker: string): Promise<ReadonlySet<number>> {
      const rows = await db
        .selectFrom('jobs')
        .select('id')
        .where('worker', '=', worker)
        .where('state', '=', 'running')
        .where('cancel_requested', '=', 0)
        .execute();
      return new Set(rows.map(({ id }) => id));
    },

    /**
     * Ends a claimed job. A job with a requested cancellation can only end as cancelled.
     * @returns false if nothing was written
     */
    async end(
      claim: Claim,
      { state, error, result }: JobEnd,
      trx: Transaction<Schema> | typeof db = db,
    ): Promise<boolean> {
      const now = isoIn();
      const query = ownClaim(trx, claim).set({
        state,
        error: error ?? null,
        result: result === undefined ? null : JSON.stringify(result),
        ...(state === 'done' && { progress: 1 }),
        worker: null,
        lease_until: null,
        changed_at: now,
        finished_at: now,
      });
      const { numUpdatedRows } = await (state === 'cancelled'
        ? query
        : query.where('cancel_requested', '=', 0)
      ).executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /**
     * Returns a failed job to the queue for another attempt after a pause.
     * @returns false if the job was cancelled or claimed by another process
     */
    async postpone(claim: Claim, pauseMs: number, error: string): Promise<boolean> {
      const { numUpdatedRows } = await ownClaim(db, claim)
        .set({ ...releasedJob, run_at: isoIn(pauseMs), error, changed_at: isoIn() })
        .where('cancel_requested', '=', 0)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /**
     * Returns a job of a stopping process to the queue. The attempt does not count.
     * @returns false if the job was cancelled or claimed by another process
     */
    async release(claim: Claim): Promise<boolean> {
      const now = isoIn();
      const { numUpdatedRows } = await ownClaim(db, claim)
        .set({ ...releasedJob, run_at: now, attempts: claim.attempts - 1, changed_at: now })
        .where('cancel_requested', '=', 0)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /**
     * Ends the leases of killed processes on this machine, so their jobs restart without waiting. Only first attempts are included, because
     * the job may be the cause.
     */
    async releaseDeadWorkers(): Promise<void> {
      const claimedJobs = await db
        .selectFrom('jobs')
        .select('worker')
        .distinct()
        .where('state', '=', 'running')
        .where('attempts', '=', 1)
        .execute();
      const endedWorkers = claimedJobs.flatMap(({ worker }) =>
        worker !== null && hasEnded(worker) ? [worker] : [],
      );
      if (endedWorkers.length === 0) return;
      await db
        .updateTable('jobs')
        .set({ lease_until: isoIn(-1) })
        .where('worker', 'in', endedWorkers)
        .where('state', '=', 'running')
        .where('attempts', '=', 1)
        .execute();
    },

    /**
     * Ends expired jobs that no process will claim: those with a requested cancellation, and those whose third attempt was interrupted.
     * @returns the failed jobs
     */
    async endAbandoned(): Promise<JobRow[]> {
      const now = isoIn();
      const abandonedJobs = db
        .updateTable('jobs')
        .where('state', '=', 'running')
        .where('lease_until', '<', now)
        .returningAll();
      const endedJob = { worker: null, lease_until: null, changed_at: now, finished_at: now };
      await abandonedJobs
        .set({ ...endedJob, state: 'cancelled' })
        .where('cancel_requested', '=', 1)
        .execute();
      return abandonedJobs
        .set({ ...endedJob, state: 'failed', error: DIED })
        .where('attempts', '>=', maxAttempts)
        .execute();
    },
  };
}

export type Claims = ReturnType<typeof createClaims>;
