import type { Transaction } from 'kysely';
import type { AuditLogKind } from '#contract/audit-log/audit-log';
import { type ResourceName, resourceNames } from '#contract/core/permissions';
import {
  type EmptyTrashResult,
  type Restored,
  type TrashItem,
  type TrashQuery,
  permissionsToRestore,
} from '#contract/trash/trash';
import type { SessionUser } from '#server/core/auth/sessions';
import { backgroundWork } from '#server/core/background-work';
import type { Database } from '#server/core/db/open';
import type { Schema } from '#server/core/db/schema';
import type { TrashRow } from '#server/core/db/tables/trash';
import { inTransaction } from '#server/core/db/transaction';
import { notFound } from '#server/core/errors';
import { latestEntryOf } from '#server/core/audit-log/read-audit-log';
import { visibleKinds } from '#server/core/audit-log/visibility';
import { takeTrash } from '#server/core/audit-log/trash-rows';
import type { FileStorage } from '#server/core/media/file-storage';
import type { RecordLifecycle, ReleaseFiles, RestoreFiles } from '#server/core/resource/lifecycle';
import {
  type Authorize,
  type Caller,
  createHistoryWrites,
  noReleasedFiles,
  requireAny,
} from '#server/features/audit-log/history-writes';
import { seriesEntriesOf, undoSeriesEntries } from '#server/features/audit-log/undo-series';
import { purge } from './purge.ts';
import { trashItemOf, trashPage } from './trash-list.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const NOUN = 'record in the trash';
/** Records or files per transaction. */
const BATCH = 20;
/** Maximum number of records deleted by one request. */
const MAX_EMPTIED = 200;

export type Lifecycles = Readonly<Record<AuditLogKind, RecordLifecycle>>;

export interface HistoryDeps {
  readonly database: Database;
  readonly files: FileStorage;
  readonly lifecycles: Lifecycles;
  readonly trashDays: number;
}

/** Lists, restores and permanently deletes records in the trash. */
export function createTrashService({ database, files, lifecycles, trashDays }: HistoryDeps) {
  const { kysely: db } = database;
  const write = createHistoryWrites({ database, files });

  /** Permanently deletes the oldest of these records, in separate transactions. */
  async function deletePermanently(ids: readonly number[], authorize?: Authorize): Promise<number> {
    let purgedCount = 0;
    for (const id of ids) {
      const keys = await inTransaction(database, async (trx) => {
        const user = await authorize?.(trx);
        const row = await takeTrash(trx, id);
        if (!row) return undefined;
        if (user) requireAny(user, [`${row.kind}:delete`]);
        return purge(trx, row);
      });
      if (!keys) continue;
      purgedCount += 1;
      for (const key of keys) await files.forget(key);
    }
    return purgedCount;
  }

  /** Restores the series that were deleted together with a book, if the user can restore series. */
  async function restoreSeriesOf(
    trx: Transaction<Schema>,
    {
      row,
      user,
      ...undo
    }: {
      readonly row: TrashRow;
      readonly user: Caller;
      readonly undoId: number;
      readonly restoreFiles: RestoreFiles;
    },
  ): Promise<ReleaseFiles> {
    if (!permissionsToRestore('series').some((permission) => user.permissions.has(permission)))
      return noReleasedFiles;
    const entry = await trx
      .selectFrom('audit_log')
      .selectAll()
      .where('id', '=', row.entry_id)
      .executeTakeFirst();
    const entries = entry ? await seriesEntriesOf(trx, entry) : [];
    return undoSeriesEntries(trx, { ...undo, entries, life: lifecycles.series, bookId: row.record_id });
  }

  return {
    async list(query: TrashQuery, user: SessionUser): Promise<{ items: TrashItem[]; total: number }> {
      const kinds = visibleKinds(user).filter((kind) => query.kind === undefined || kind === query.kind);
      return trashPage(db, { query, kinds, days: trashDays });
    },

    /** @throws AppError 404 */
    async get(id: number, user: SessionUser): Promise<TrashItem> {
      const trashItem = await trashItemOf(db, { id, kinds: visibleKinds(user), days: trashDays });
      if (!trashItem) throw notFound(NOUN);
      return trashItem;
    },

    /** Restores a record. @throws AppError 401, 403, 404, 409 */
    restore: (id: number, authorize: Authorize): Promise<Restored> =>
      write(authorize, async (trx, user, restoreFiles) => {
        const row = await takeTrash(trx, id);
        if (!row) throw notFound(NOUN);
        const { kind, record_id, name } = row;
        requireAny(user, permissionsToRestore(kind));
        const skippedEntries = await lifecycles[kind].restore(trx, row, restoreFiles);
        // Entries that it caused are about other records.
        const entry_id = await latestEntryOf(trx, kind, record_id);
        const releasedFiles = await restoreSeriesOf(trx, { row, user, undoId: entry_id, restoreFiles });
        const record = { id: record_id, name };
        return { result: { entry_id, kind, record, skipped: [...skippedEntries] }, releasedFiles };
      }),

    /** Permanently deletes a record. @throws AppError 401, 403, 404 */
    async remove(id: number, authorize: Authorize): Promise<void> {
      if ((await deletePermanently([id], authorize)) === 0) throw notFound(NOUN);
    },

    /** Permanently deletes the records that the user can delete, in batches. */
    async empty(
      kind: ResourceName | undefined,
      user: SessionUser,
      authorize: Authorize,
    ): Promise<EmptyTrashResult> {
      const kinds = resourceNames.filter(
        (name) => user.permissions.has(`${name}:delete`) && (kind === undefined || name === kind),
      );
      if (kinds.length === 0) return { deleted: 0, remaining: 0 };
      const rows = await db
        .selectFrom('trash')
        .select('id')
        .where('kind', 'in', kinds)
        .orderBy('id')
        .limit(MAX_EMPTIED)
        .execute();
      const deletedCount = await deletePermanently(
        rows.map(({ id }) => id),
        authorize,
      );
      const { remaining } = await db
        .selectFrom('trash')
        .select((eb) => eb.fn.countAll<number>().as('remaining'))
        .where('kind', 'in', kinds)
        .executeTakeFirstOrThrow();
      return { deleted: deletedCount, remaining };
    },

    /** Deletes expired records and files in batches. @returns the number of deleted records and files */
    async removeExpired(now = new Date()): Promise<number> {
      const before = new Date(now.getTime() - trashDays * DAY_MS).toISOString();
      let removedCount = 0;
      const removeRecords = async () => {
        const rows = await db
          .selectFrom('trash')
          .select('id')
          .where('deleted_at', '<', before)
          .orderBy('deleted_at')
          .limit(BATCH)
          .execute();
        removedCount += await deletePermanently(rows.map(({ id }) => id));
        return rows.length > 0;
      };
      const removeFiles = async () => {
        const old = await db
          .selectFrom('retained_files')
          .select('key')
          .where('retained_at', '<', before)
          .orderBy('retained_at')
          .limit(BATCH)
          .execute();
        if (old.length === 0) return false;
        const keys = old.map(({ key }) => key);
        await db.deleteFrom('retained_files').where('key', 'in', keys).execute();
        for (const key of keys) await files.forget(key);
        removedCount += keys.length;
        return true;
      };
      await backgroundWork.run('Expired trash', removeRecords);
      await backgroundWork.run('Expired files', removeFiles);
      await db.deleteFrom('retained_contents').where('retained_at', '<', before).execute();
      return removedCount;
    },
  };
}

export type TrashService = ReturnType<typeof createTrashService>;
