import type { Transaction } from 'kysely';
import { type NamedRecord, type StoredChange, readChanges } from '#server/core/audit-log/stored-change';
import type { Schema } from '#server/core/db/schema';

/** The records that a write of a book creates by name, with their tables. */
const namedTables = { publisher: 'publishers', imprint: 'imprints' } as const;
type NamedField = keyof typeof namedTables;

const isNamedField = (field: string): field is NamedField => Object.hasOwn(namedTables, field);

/** Returns true if a record exists live, or a release creates it with a reserved ID. */
async function hasLastingId(trx: Transaction<Schema>, field: NamedField, id: number): Promise<boolean> {
  const row = await trx.selectFrom(namedTables[field]).select('id').where('id', '=', id).executeTakeFirst();
  if (row || field === 'imprint') return row !== undefined;
  const change = await trx
    .selectFrom('release_changes')
    .select('id')
    .where('kind', '=', 'publishers')
    .where('record_id', '=', id)
    .where('action', '=', 'created')
    .executeTakeFirst();
  return change !== undefined;
}

/**
 * Returns the changes of a write that was rolled back. Publishers and imprints that it created have ID 0, so that they are found by name:
 * the database gives their ID to other records.
 */
export async function withLastingIds(trx: Transaction<Schema>, text: string): Promise<string> {
  const withLastingId = async (field: NamedField, record: NamedRecord | null): Promise<NamedRecord | null> =>
    record && !(await hasLastingId(trx, field, record.id)) ? { ...record, id: 0 } : record;
  const changes: StoredChange[] = [];
  for (const change of readChanges(text))
    changes.push(
      change.type === 'record' && isNamedField(change.field)
        ? { ...change, after: await withLastingId(change.field, change.after) }
        : change,
    );
  return JSON.stringify(changes);
}
