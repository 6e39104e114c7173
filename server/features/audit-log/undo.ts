import type { Kysely, Transaction } from 'kysely';
import { type AuditLogAction, permissionsToUndo } from '#contract/audit-log/audit-log';
import { type ErrorInfo, knownErrors } from '#contract/core/errors';
import type { Schema } from '#server/core/db/schema';
import type { AuditLogRow } from '#server/core/db/tables/audit-log';
import { type Lists, beforeChanges } from '#server/core/audit-log/list-change';
import { readChanges } from '#server/core/audit-log/stored-change';
import type { StoredChange, StoredListChange } from '#server/core/audit-log/stored-change';
import { takeTrashOf, trashIdOf } from '#server/core/audit-log/trash-rows';
import { MANY } from '#server/core/audit-log/write-audit-log';
import { type AppError, appError } from '#server/core/errors';
import type {
  ReleaseFiles,
  RecordLifecycle,
  RequestedState,
  RestoreFiles,
} from '#server/core/resource/lifecycle';
import { editionReference } from '#server/core/resource/row-changes';
import { noReleasedFiles } from './history-writes.ts';

/** The action that an undo of each action is logged as. */
export const undoActions: Readonly<Record<AuditLogAction, AuditLogAction>> = {
  created: 'deleted',
  changed: 'changed',
  deleted: 'restored',
  restored: 'deleted',
  purged: 'purged',
};

/** Returns the entries of one write about the same record: the entry, and those it caused. */
export async function entriesOfWrite(db: Kysely<Schema>, entry: AuditLogRow): Promise<AuditLogRow[]> {
  const laterEntries = await db
    .selectFrom('audit_log')
    .selectAll()
    .where('kind', '=', entry.kind)
    .where('record_id', '=', entry.record_id)
    .where('id', '>', entry.id)
    .where('cause_id', '=', entry.id)
    .orderBy('id')
    .execute();
  return [entry, ...laterEntries];
}

/** Returns true when an entry is a bulk change; each of its books can be undone alone. */
async function isOfMany(db: Kysely<Schema>, id: number): Promise<boolean> {
  const cause = await db.selectFrom('audit_log').select('record_id').where('id', '=', id).executeTakeFirst();
  return cause?.record_id === MANY;
}

/** Returns the reason why no user can undo an entry now; undefined when it can be undone. */
export async function undoErrorOf(
  db: Kysely<Schema>,
  life: RecordLifecycle,
  entry: AuditLogRow,
): Promise<{ readonly errorInfo: ErrorInfo; readonly latest?: number } | undefined> {
  if (permissionsToUndo(entry.kind, entry.action).length === 0) return { errorInfo: knownErrors.undonePurge };
  if (entry.cause_id !== null && !(await isOfMany(db, entry.cause_id)))
    return { errorInfo: knownErrors.undoneAlone };
  const undoEntry = await db
    .selectFrom('audit_log')
    .select('id')
    .where('undoes_id', '=', entry.id)
    .where('undoes_id', 'is not', null)
    .executeTakeFirst();
  if (undoEntry) return { errorInfo: knownErrors.alreadyUndone };
  const writtenEntries = await entriesOfWrite(db, entry);
  const latest = await db
    .selectFrom('audit_log')
    .leftJoin('users', 'users.id', 'audit_log.actor_id')
    .select(['audit_log.id', 'users.name'])
    .where('kind', '=', entry.kind)
    .where('record_id', '=', entry.record_id)
    .orderBy('audit_log.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (latest && latest.id > (writtenEntries.at(-1)?.id ?? entry.id))
    return { errorInfo: knownErrors.changedSince(life.noun, latest.name ?? undefined), latest: latest.id };
  if (entry.action === 'deleted')
    return (await trashIdOf(db, entry.kind, entry.record_id)) === undefined
      ? { errorInfo: knownErrors.undonePurge }
      : undefined;
  const record = await life.find(db, entry.record_id);
  if (!record) return { errorInfo: knownErrors.nothingToUndo };
  // The record was changed without an entry, for example by an older version of the product on the same database.
  return record.version === writtenEntries.at(-1)?.version
    ? undefined
    : { errorInfo: knownErrors.changedSince(life.noun, undefined), latest: entry.id };
}

const isList = (change: StoredChange): change is StoredListChange => change.type === 'list';

/** Returns the response field of a change: `config` for `config:KEY`. */
const fieldOf = ({ field }: StoredChange): string => field.split(':', 1)[0] ?? field;

/**
 * Returns the earlier state of a record by undoing entries from the newest on. @param fields only these fields @param lists current lists
 */
export function stateBefore(
  entries: readonly AuditLogRow[],
  fields: ReadonlySet<string> | undefined,
  lists: Lists,
): RequestedState {
  const requestedState = {
    values: new Map(),
    records: new Map(),
    files: new Map(),
    lists: new Map(),
  } satisfies RequestedState;
  let earlier: Lists = lists;
  let touchesLists = false;
  let contentsOf: number | undefined;
  const editionEntries: number[] = [];
  for (const entry of entries) {
    const changes = readChanges(entry.changes).filter((change) => !fields || fields.has(fieldOf(change)));
    for (const change of changes) {
      if (change.type === 'value') requestedState.values.set(change.field, change.before);
      if (change.type === 'record') requestedState.records.set(change.field, change.before);
      if (change.type === 'file') requestedState.files.set(change.field, change.before);
    }
    if (changes.some(({ field }) => field === editionReference.field)) editionEntries.push(entry.id);
    const listChanges = changes.filter(isList);
    if (listChanges.some(({ field }) => field === 'chapters')) contentsOf = entry.id;
    if (listChanges.length === 0) continue;
    touchesLists = true;
    earlier = beforeChanges(earlier, listChanges);
  }
  return {
    ...requestedState,
    ...(touchesLists && { lists: earlier }),
    ...(contentsOf !== undefined && { contentsOf }),
    ...(editionEntries.length > 0 && { editionEntries }),
  };
}

/** Returns all entries about a record from one entry on, the newest first. */
export const entriesSince = (trx: Transaction<Schema>, entry: AuditLogRow, withIt: boolean) =>
  trx
    .selectFrom('audit_log')
    .selectAll()
    .where('kind', '=', entry.kind)
    .where('record_id', '=', entry.record_id)
    .where('id', withIt ? '>=' : '>', entry.id)
    .orderBy('id', 'desc')
    .execute();

/**
 * Undoes an entry without checks.
 * @param purgedError creates the error for a deleted record that is no longer in the trash
 */
export async function undoRecordEntry(
  trx: Transaction<Schema>,
  {
    life,
    entry,
    restoreFiles,
    purgedError = () => appError(knownErrors.undonePurge),
  }: {
    readonly life: RecordLifecycle;
    readonly entry: AuditLogRow;
    readonly restoreFiles: RestoreFiles;
    readonly purgedError?: () => AppError;
  },
): Promise<ReleaseFiles> {
  const { kind, record_id: id, action } = entry;
  if (action === 'created' || action === 'restored') return life.remove(trx, id);
  if (action === 'deleted') {
    const row = await takeTrashOf(trx, kind, id);
    if (!row) throw purgedError();
    await life.restore(trx, row, restoreFiles);
    return noReleasedFiles;
  }
  const writtenEntries = await entriesOfWrite(trx, entry);
  const requestedState = stateBefore(writtenEntries.toReversed(), undefined, await life.lists(trx, id));
  return life.change(trx, id, { version: undefined, requestedState, restoreFiles });
}
