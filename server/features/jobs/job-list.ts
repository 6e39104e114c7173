import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import type { Job, JobsQuery } from '#contract/jobs/jobs';
import type { Database } from '#server/core/db/open';
import type { Schema } from '#server/core/db/schema';
import type { JobRow } from '#server/core/db/tables/jobs';

type NamedRow = JobRow & { readonly user_name: string | null };

/** Returns a job as the API presents it. */
export function toJob(row: NamedRow): Job {
  return {
    id: row.id,
    kind: row.kind,
    subject_id: row.subject_id,
    title: row.title,
    state: row.state,
    progress: row.progress,
    stage: row.stage,
    attempts: row.attempts,
    error: row.error,
    result: row.result === null ? null : (JSON.parse(row.result) as Record<string, unknown>),
    is_cancelling: row.state === 'running' && row.cancel_requested === 1,
    user: row.user_id === null ? null : { id: row.user_id, name: row.user_name ?? '' },
    created_at: row.created_at,
    run_at: row.run_at,
    changed_at: row.changed_at,
    finished_at: row.finished_at,
  };
}

const withNames = (db: Kysely<Schema>) =>
  db
    .selectFrom('jobs')
    .leftJoin('users', 'users.id', 'jobs.user_id')
    .selectAll('jobs')
    .select('users.name as user_name');

/** Reads jobs. `userId` is the account of the jobs; undefined for all accounts. */
export function createJobList({ kysely: db }: Database) {
  const passes =
    (query: Partial<JobsQuery>, userId: number | undefined) => (is: ExpressionBuilder<Schema, 'jobs'>) =>
      is.and([
        ...(userId === undefined ? [] : [is('jobs.user_id', '=', userId)]),
        ...(query.state === undefined ? [] : [is('jobs.state', 'in', query.state)]),
        ...(query.kind === undefined ? [] : [is('jobs.kind', '=', query.kind)]),
        ...(query.subject_id === undefined ? [] : [is('jobs.subject_id', '=', query.subject_id)]),
        ...(query.since === undefined ? [] : [is('jobs.changed_at', '>=', query.since)]),
      ]);

  return {
    /** Returns the newest first. */
    async list(query: JobsQuery, userId: number | undefined): Promise<{ items: Job[]; total: number }> {
      const { page, items_per_page } = query;
      // An empty list of states matches no job, instead of all.
      if (query.state?.length === 0) return { items: [], total: 0 };
      const rows = await withNames(db)
        .where(passes(query, userId))
        .orderBy('jobs.id', 'desc')
        .limit(items_per_page)
        .offset((page - 1) * items_per_page)
        .execute();
      const { total } = await db
        .selectFrom('jobs')
        .select(sql<number>`count(*)`.as('total'))
        .where(passes(query, userId))
        .executeTakeFirstOrThrow();
      return { items: rows.map(toJob), total };
    },

    async get(id: number): Promise<Job | undefined> {
      const row = await withNames(db).where('jobs.id', '=', id).executeTakeFirst();
      return row && toJob(row);
    },

    /** Returns jobs of all accounts changed since a time, the oldest change first. */
    async changedSince(since: string): Promise<Job[]> {
      const rows = await withNames(db)
        .where('jobs.changed_at', '>=', since)
        .orderBy('jobs.changed_at')
        .orderBy('jobs.id')
        .execute();
      return rows.map(toJob);
    },
  };
}

export type JobList = ReturnType<typeof createJobList>;
