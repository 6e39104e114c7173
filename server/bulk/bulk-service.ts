import type { Transaction } from 'kysely';
import type { BulkChange, BulkPlan, BulkRequest, StartedBulk } from '#contract/bulk';
import { refusals } from '#contract/refusals';
import { limits } from '#contract/limits';
import type { SessionUser } from '#server/auth/sessions';
import type { Database } from '#server/db/open';
import type { Schema } from '#server/db/schema';
import { inTransaction } from '#server/db/transaction';
import { notFound, refused } from '#server/errors';
import { createJobList } from '#server/job-calls/job-list';
import type { JobQueue } from '#server/jobs/job-queue';
import type { Settings } from '#server/settings/settings';
import { bulkKind } from './bulk-job.ts';
import { planBulk } from './bulk-plan.ts';
import { modeOf, requireRight, selectedIds } from './bulk-selection.ts';

interface Asking {
  readonly user: SessionUser;
  authorize(trx: Transaction<Schema>): Promise<SessionUser>;
}

/** Changes of many books at once. */
export function createBulkService({
  database,
  jobs,
  settings,
}: {
  readonly database: Database;
  readonly jobs: JobQueue;
  readonly settings: Settings;
}) {
  const { kysely } = database;
  const jobList = createJobList(database);

  async function start(
    asking: Asking,
    title: string,
    row: { readonly changes: string; readonly ids: readonly number[]; readonly undoes_id: number | null },
    check: (trx: Transaction<Schema>, user: SessionUser) => Promise<void>,
  ): Promise<StartedBulk> {
    const started = await inTransaction(database, async (trx) => {
      const user = await asking.authorize(trx);
      await check(trx, user);
      const { id } = await trx
        .insertInto('bulk_changes')
        .values({
          user_id: user.id,
          changes: row.changes,
          ids: row.ids.join(','),
          total: row.ids.length,
          done: 0,
          changed: 0,
          undoes_id: row.undoes_id,
          created_at: new Date().toISOString(),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const job = await jobs.enqueue({ kind: bulkKind, subjectId: id, title, userId: user.id }, trx);
      return { id, jobId: job.id };
    });
    const job = await jobList.get(started.jobId);
    if (!job) throw notFound('job');
    return { id: started.id, job };
  }

  const read = (db: Transaction<Schema> | typeof kysely, id: number) =>
    db
      .selectFrom('bulk_changes')
      .select(['id', 'user_id', 'total', 'done', 'changed', 'undoes_id'])
      .where('id', '=', id)
      .executeTakeFirst();

  const undoOf = (db: Transaction<Schema> | typeof kysely, id: number) =>
    db.selectFrom('bulk_changes').select('id').where('undoes_id', '=', id).executeTakeFirst();

  const notes = (db: Transaction<Schema> | typeof kysely, id: number) =>
    db.selectFrom('bulk_books').select('book_id').where('change_id', '=', id).orderBy('book_id').execute();

  return {
    async plan(user: SessionUser, request: BulkRequest): Promise<BulkPlan> {
      requireRight(user.permissions, request.changes);
      const { languages } = settings.values();
      const ids = await selectedIds(database, request, languages);
      return planBulk(database, ids, request.changes, languages);
    },

    /** @throws AppError 403, 409 when the filter shows another number of books by now, 422 */
    async apply(asking: Asking, request: BulkRequest): Promise<StartedBulk> {
      requireRight(asking.user.permissions, request.changes);
      const { languages } = settings.values();
      const ids = await selectedIds(database, request, languages);
      const mode = modeOf(request.changes);
      if ((mode === 'collection' || mode === 'challenge') && ids.length > limits.maxListLength)
        throw refused(refusals.listTooLong(limits.maxListLength));
      // What cannot be done at all is refused here, and not by the job.
      await planBulk(database, ids.slice(0, 1), request.changes, languages);
      const row = { changes: JSON.stringify(request.changes), ids, undoes_id: null };
      const title = mode === 'delete' ? `Delete ${ids.length} books` : `Change ${ids.length} books`;
      return start(asking, title, row, async (_trx, user) => requireRight(user.permissions, request.changes));
    },

    /** Of one's own. @throws AppError 404 */
    async get(user: SessionUser, id: number): Promise<BulkChange> {
      const row = await read(kysely, id);
      if (!row || row.user_id !== user.id) throw notFound('change');
      const isUndone = (await undoOf(kysely, id)) !== undefined;
      const [first] = await notes(kysely, id);
      return {
        id,
        total: row.total,
        done: row.done,
        changed: row.changed,
        is_undoable: !isUndone && first !== undefined,
        is_undone: isUndone,
      };
    },

    /** Sets back what a change did, as a job of its own. @throws AppError 403, 404, 409 */
    async undo(asking: Asking, id: number): Promise<StartedBulk> {
      const changed = await notes(kysely, id);
      const ids = changed.map(({ book_id }) => book_id);
      return start(
        asking,
        `Undo the change of ${ids.length} books`,
        { changes: '{}', ids, undoes_id: id },
        async (trx, user) => {
          const row = await read(trx, id);
          if (!row || row.user_id !== user.id) throw notFound('change');
          if (await undoOf(trx, id)) throw refused(refusals.undoneAlready);
          if (ids.length === 0) throw refused(refusals.notUndoable);
        },
      );
    },
  };
}

export type BulkService = ReturnType<typeof createBulkService>;
