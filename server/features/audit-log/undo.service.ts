import type { Kysely, Transaction } from 'kysely';
import { type Revert, type UndoResult, permissionsToUndo } from '#contract/audit-log/audit-log';
import { type ErrorInfo, knownErrors } from '#contract/core/errors';
import type { Schema } from '#server/core/db/schema';
import type { AuditLogRow } from '#server/core/db/tables/audit-log';
import { notFound, appError, fieldError } from '#server/core/errors';
import { latestEntryOf } from '#server/core/audit-log/read-audit-log';
import { firstEntryOf, signUndo } from '#server/core/audit-log/signature';
import type { RecordLifecycle } from '#server/core/resource/lifecycle';
import { lockCatalogue } from '#server/core/db/catalogue';
import { ChangedSince } from './changed-since.ts';
import {
  type Authorize,
  type Caller,
  createHistoryWrites,
  noReleasedFiles,
  requireAny,
} from './history-writes.ts';
import type { HistoryDeps } from '#server/features/trash/trash.service';
import { permissionsForSeries, seriesEntriesOf, undoSeriesEntries } from './undo-series.ts';
import { entriesSince, stateBefore, undoActions, undoErrorOf, undoRecordEntry } from './undo.ts';

const entryOf = async (trx: Transaction<Schema>, id: number): Promise<AuditLogRow> => {
  const entry = await trx.selectFrom('audit_log').selectAll().where('id', '=', id).executeTakeFirst();
  if (!entry) throw notFound('audit log entry');
  return entry;
};

/** Undoes a bulk change as a whole, in the background. */
export interface UndoMany {
  /** @returns the entry of the undo @throws AppError 403, 409 */
  undoEntry(trx: Transaction<Schema>, user: Caller, entryId: number): Promise<number>;
  /** Returns the reason why no user can undo it now. */
  undoErrorOf(db: Kysely<Schema>, entryId: number): Promise<ErrorInfo | undefined>;
}

/** Combines the services of several bulk features. Entries that the first one does not own belong to the last. */
export function undoOneOf(
  first: UndoMany & { ownsEntry(db: Kysely<Schema>, entryId: number): Promise<boolean> },
  other: UndoMany,
): UndoMany {
  const of = async (db: Kysely<Schema>, entryId: number) =>
    (await first.ownsEntry(db, entryId)) ? first : other;
  return {
    undoEntry: async (trx, user, entryId) => (await of(trx, entryId)).undoEntry(trx, user, entryId),
    undoErrorOf: async (db, entryId) => (await of(db, entryId)).undoErrorOf(db, entryId),
  };
}

/** Undoes changes of a record, or reverts some of its fields. @param many when absent, bulk changes are rejected */
export function createUndoService({ database, files, lifecycles }: HistoryDeps, many?: UndoMany) {
  const write = createHistoryWrites({ database, files });

  return {
    /** @throws AppError 401, 403, 404, 409 */
    undo: (entryId: number, authorize: Authorize): Promise<UndoResult> =>
      write(authorize, async (trx, user, restoreFiles) => {
        // The lock is taken first, so that no other write runs between the check and the undo.
        await lockCatalogue(trx);
        const entry = await entryOf(trx, entryId);
        const { kind, record_id: id, name, action } = entry;
        if (id === 0 && many) {
          const entry_id = await many.undoEntry(trx, user, entryId);
          const result = { entry_id, kind, record: { id, name }, action: undoActions[action] };
          return { result, releasedFiles: noReleasedFiles };
        }
        const life = lifecycles[kind];
        const permissions = permissionsToUndo(kind, action);
        if (permissions.length > 0) requireAny(user, permissions);
        const errorInfo = await undoErrorOf(trx, life, entry);
        if (errorInfo)
          throw errorInfo.latest === undefined
            ? appError(errorInfo.errorInfo)
            : new ChangedSince(errorInfo.errorInfo, errorInfo.latest);
        const seriesEntries = await seriesEntriesOf(trx, entry);
        const seriesPermissions = permissionsForSeries(seriesEntries);
        if (seriesPermissions.length > 0) requireAny(user, seriesPermissions);
        signUndo(trx, entryId);
        const releasedFiles = await undoRecordEntry(trx, { life, entry, restoreFiles });
        const entry_id = firstEntryOf(trx) ?? (await latestEntryOf(trx, kind, id));
        const ofSeries = await undoSeriesEntries(trx, {
          entries: seriesEntries,
          life: lifecycles.series,
          undoId: entry_id,
          bookId: id,
          restoreFiles,
        });
        return {
          result: { entry_id, kind, record: { id, name }, action: undoActions[action] },
          releasedFiles: {
            discarded: [...releasedFiles.discarded, ...ofSeries.discarded],
            retained: [...releasedFiles.retained, ...ofSeries.retained],
          },
        };
      }),

    /** Reverts fields to their values before or after an entry, as an ordinary edit. @throws AppError 401, 403, 404, 409, 422 */
    revert: (life: RecordLifecycle, input: Revert, authorize: Authorize): Promise<void> =>
      write(authorize, async (trx, _user, restoreFiles) => {
        await lockCatalogue(trx);
        if (!(await life.find(trx, input.id))) throw notFound(life.noun);
        const entry = await entryOf(trx, input.entry_id);
        if (entry.kind !== life.kind || entry.record_id !== input.id)
          throw fieldError('entry_id', knownErrors.otherRecordsEntry);
        const fields = input.fields && new Set(input.fields.map((field) => field.split(':', 1)[0] ?? field));
        const entries = await entriesSince(trx, entry, input.state === 'before');
        const changes = entries.filter(({ action }) => action === 'changed');
        const requestedState = stateBefore(changes, fields, await life.lists(trx, input.id));
        const releasedFiles = await life.change(trx, input.id, {
          version: input.version,
          requestedState,
          restoreFiles,
        });
        return { result: undefined, releasedFiles };
      }),
  };
}

export type UndoService = ReturnType<typeof createUndoService>;
