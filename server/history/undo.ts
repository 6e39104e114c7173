import type { Kysely, Transaction } from 'kysely';
import { type JournalAction, permissionsToUndo } from '#contract/journal';
import { type Refusal, refusals } from '#contract/refusals';
import type { Schema } from '#server/db/schema';
import type { JournalRow } from '#server/db/tables/journal';
import { type Lists, beforeChanges } from '#server/journal/list-change';
import { readChanges } from '#server/journal/present';
import type { StoredChange, StoredListChange } from '#server/journal/stored-change';
import { trashIdOf } from '#server/journal/trash-rows';
import type { RecordLife, Wanted } from '#server/resources/record-life';

/** What an undo of each action does. */
export const undoActions: Readonly<Record<JournalAction, JournalAction>> = {
  created: 'deleted',
  changed: 'changed',
  deleted: 'restored',
  restored: 'deleted',
  purged: 'purged',
};

/** The parts of one write that are about the same record: the entry, and those that follow from it. */
export async function partsOf(db: Kysely<Schema>, entry: JournalRow): Promise<JournalRow[]> {
  const following = await db
    .selectFrom('journal')
    .selectAll()
    .where('kind', '=', entry.kind)
    .where('record_id', '=', entry.record_id)
    .where('id', '>', entry.id)
    .where('cause_id', '=', entry.id)
    .orderBy('id')
    .execute();
  return [entry, ...following];
}

/** Whether an entry is that of many books at once: each of its books can be taken back by itself. */
async function isOfMany(db: Kysely<Schema>, id: number): Promise<boolean> {
  const cause = await db.selectFrom('journal').select('record_id').where('id', '=', id).executeTakeFirst();
  return cause?.record_id === 0;
}

/** Why an entry cannot be taken back now, whoever asks; undefined when it can. */
export async function refusalOf(
  db: Kysely<Schema>,
  life: RecordLife,
  entry: JournalRow,
): Promise<{ readonly refusal: Refusal; readonly latest?: number } | undefined> {
  if (permissionsToUndo(entry.kind, entry.action).length === 0) return { refusal: refusals.undonePurge };
  if (entry.cause_id !== null && !(await isOfMany(db, entry.cause_id)))
    return { refusal: refusals.undoneAlone };
  const undone = await db
    .selectFrom('journal')
    .select('id')
    .where('undoes_id', '=', entry.id)
    .where('undoes_id', 'is not', null)
    .executeTakeFirst();
  if (undone) return { refusal: refusals.alreadyUndone };
  const parts = await partsOf(db, entry);
  const latest = await db
    .selectFrom('journal')
    .leftJoin('users', 'users.id', 'journal.actor_id')
    .select(['journal.id', 'users.name'])
    .where('kind', '=', entry.kind)
    .where('record_id', '=', entry.record_id)
    .orderBy('journal.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (latest && latest.id > (parts.at(-1)?.id ?? entry.id))
    return { refusal: refusals.changedSince(life.noun, latest.name ?? undefined), latest: latest.id };
  if (entry.action === 'deleted')
    return (await trashIdOf(db, entry.kind, entry.record_id)) === undefined
      ? { refusal: refusals.undonePurge }
      : undefined;
  const found = await life.find(db, entry.record_id);
  if (!found) return { refusal: refusals.nothingToUndo };
  // Something that leaves no entry, such as an older version of the product on the same database.
  return found.version === parts.at(-1)?.version
    ? undefined
    : { refusal: refusals.changedSince(life.noun, undefined), latest: entry.id };
}

const isList = (change: StoredChange): change is StoredListChange => change.type === 'list';

/** The key of the record's answers that a field belongs to: `config` of `config:KEY`. */
const fieldOf = ({ field }: StoredChange): string => field.split(':', 1)[0] ?? field;

/**
 * The state in which a record was, from entries newest first, each undone in turn. @param fields only these @param lists as they
 * are now
 */
export function stateBefore(
  entries: readonly JournalRow[],
  fields: ReadonlySet<string> | undefined,
  lists: Lists,
): Wanted {
  const wanted = {
    values: new Map(),
    records: new Map(),
    files: new Map(),
    lists: new Map(),
  } satisfies Wanted;
  let earlier: Lists = lists;
  let touchesLists = false;
  let contentsOf: number | undefined;
  for (const entry of entries) {
    const changes = readChanges(entry.changes).filter((change) => !fields || fields.has(fieldOf(change)));
    for (const change of changes) {
      if (change.type === 'value') wanted.values.set(change.field, change.before);
      if (change.type === 'record') wanted.records.set(change.field, change.before);
      if (change.type === 'file') wanted.files.set(change.field, change.before);
    }
    const changed = changes.filter(isList);
    if (changed.some(({ field }) => field === 'chapters')) contentsOf = entry.id;
    if (changed.length === 0) continue;
    touchesLists = true;
    earlier = beforeChanges(earlier, changed);
  }
  return {
    ...wanted,
    ...(touchesLists && contentsOf === undefined && { lists: earlier }),
    ...(contentsOf !== undefined && { contentsOf }),
  };
}

/** All entries about a record from one on, the newest first. */
export const entriesSince = (trx: Transaction<Schema>, entry: JournalRow, withIt: boolean) =>
  trx
    .selectFrom('journal')
    .selectAll()
    .where('kind', '=', entry.kind)
    .where('record_id', '=', entry.record_id)
    .where('id', withIt ? '>=' : '>', entry.id)
    .orderBy('id', 'desc')
    .execute();
