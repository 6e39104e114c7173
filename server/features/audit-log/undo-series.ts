import type { Kysely, Transaction } from 'kysely';
import type { Permission } from '#contract/core/permissions';
import type { Schema } from '#server/core/db/schema';
import type { AuditLogRow } from '#server/core/db/tables/audit-log';
import { withCause } from '#server/core/audit-log/signature';
import { type Lists, beforeChanges } from '#server/core/audit-log/list-change';
import { readChanges } from '#server/core/audit-log/stored-change';
import { takeTrashOf } from '#server/core/audit-log/trash-rows';
import { bookCodeOf } from '#server/core/resource/book-code';
import type { ReleaseFiles, RecordLifecycle, RestoreFiles } from '#server/core/resource/lifecycle';
import { noReleasedFiles } from './history-writes.ts';

/*
 * An import adds a book to series, and creates series. Undoing the entry of the book also undoes that, as far as the series have not
 * changed since.
 */

const isAdded = ({ action }: AuditLogRow): boolean => action === 'created' || action === 'restored';

/** Returns the entries about series that a write of a book caused, the newest first. */
export async function seriesEntriesOf(db: Kysely<Schema>, entry: AuditLogRow): Promise<AuditLogRow[]> {
  if (entry.kind !== 'books') return [];
  const entries = await db
    .selectFrom('audit_log')
    .selectAll()
    .where('cause_id', '=', entry.id)
    .where('kind', '=', 'series')
    .orderBy('id', 'desc')
    .execute();
  // Deleting and restoring a book changes its series too. The inverse write of the book undoes those changes.
  if (entry.action === 'changed') return entries;
  return entries.filter((seriesEntry) =>
    entry.action === 'deleted' ? seriesEntry.action === 'deleted' : isAdded(seriesEntry),
  );
}

/** Returns the permissions that undoing these entries requires in addition to those of the book. */
export const permissionsForSeries = (entries: readonly AuditLogRow[]): Permission[] =>
  entries.some(({ action }) => action === 'changed') ? ['series:edit'] : [];

interface SeriesUndo {
  readonly life: RecordLifecycle;
  readonly entry: AuditLogRow;
  /** The first entry of the undo. */
  readonly undoId: number;
  readonly bookCode: string;
  readonly restoreFiles: RestoreFiles;
}

/** Returns the lists before the change of one book. A position that changed since stays. */
function listsBefore(lists: Lists, { entry, bookCode }: SeriesUndo): Lists {
  const changes = readChanges(entry.changes).flatMap((change) => (change.type === 'list' ? [change] : []));
  const present = lists.get('books')?.find(({ key }) => key === bookCode);
  const isUnchanged = (details: object) => JSON.stringify(present?.details) === JSON.stringify(details);
  return beforeChanges(
    lists,
    changes.map((change) => {
      const revertible = change.changed.filter(([, , , , , after]) => isUnchanged(after));
      const isWhole = revertible.length === change.changed.length;
      return { ...change, changed: revertible, moved: isWhole ? change.moved : [] };
    }),
  );
}

/** Returns true if a series was changed after its creation, or contains other books. */
async function isUsed(
  trx: Transaction<Schema>,
  { life, entry, undoId, bookCode }: SeriesUndo,
): Promise<boolean> {
  const books = (await life.lists(trx, entry.record_id)).get('books') ?? [];
  if (books.some(({ key }) => key !== bookCode)) return true;
  const laterEntry = await trx
    .selectFrom('audit_log')
    .select('id')
    .where('kind', '=', 'series')
    .where('record_id', '=', entry.record_id)
    .where('id', '>', entry.id)
    .where('id', '<', undoId)
    .limit(1)
    .executeTakeFirst();
  return laterEntry !== undefined;
}

async function undoSeriesEntry(trx: Transaction<Schema>, undo: SeriesUndo): Promise<ReleaseFiles> {
  const { life, entry, bookCode, restoreFiles } = undo;
  const { record_id: id, action } = entry;
  if (action === 'deleted') {
    const row = await takeTrashOf(trx, 'series', id);
    if (row) await life.restore(trx, row, restoreFiles);
    return noReleasedFiles;
  }
  if (!(await life.find(trx, id))) return noReleasedFiles;
  if (isAdded(entry) && !(await isUsed(trx, undo))) return life.remove(trx, id);
  const lists = await life.lists(trx, id);
  const books = lists.get('books') ?? [];
  const requestedLists = isAdded(entry)
    ? new Map([['books', books.filter(({ key }) => key !== bookCode)]])
    : listsBefore(lists, undo);
  if (JSON.stringify(requestedLists.get('books')) === JSON.stringify(books)) return noReleasedFiles;
  const requestedState = { values: new Map(), records: new Map(), files: new Map(), lists: requestedLists };
  return life.change(trx, id, { version: undefined, requestedState, restoreFiles });
}

/** Undoes changes of series that a write of a book caused. @returns the files that they no longer reference */
export async function undoSeriesEntries(
  trx: Transaction<Schema>,
  {
    entries,
    bookId,
    ...undo
  }: Omit<SeriesUndo, 'entry' | 'bookCode'> & {
    readonly entries: readonly AuditLogRow[];
    readonly bookId: number;
  },
): Promise<ReleaseFiles> {
  const writes: ReleaseFiles[] = [];
  await withCause(trx, undo.undoId, async () => {
    for (const entry of entries)
      writes.push(await undoSeriesEntry(trx, { ...undo, entry, bookCode: bookCodeOf(bookId) }));
  });
  return {
    discarded: writes.flatMap(({ discarded }) => discarded),
    retained: writes.flatMap(({ retained }) => retained),
  };
}
