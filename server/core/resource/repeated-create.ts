import type { Transaction } from 'kysely';
import type { Column, Columns } from '#server/core/db/columns';
import type { Schema } from '#server/core/db/schema';
import type { NamedRecord } from '#server/core/audit-log/stored-change';

/** Returns the columns by their keys in the API. */
export const columnsByField = (columns: Columns): ReadonlyMap<string, Column> =>
  new Map(Object.entries(columns).map(([name, column]) => [column.apiName || name, column]));

/** Returns the value that clears a column in a request. The audit log has null for all of these. */
export function blankOf(type: Column['type'] | undefined): string | number | boolean {
  if (type === 'flag') return false;
  return type === 'integer' || type === 'integer?' || type === 'bit' ? 0 : '';
}

const tables = { category: 'categories', sub_category: 'sub_categories' } as const;

/** Returns the current code of a referenced category, which may have changed since then. */
export async function codeOfReference(
  trx: Transaction<Schema>,
  field: string,
  mentionedRecord: NamedRecord | null,
): Promise<Readonly<Record<string, string>>> {
  if (field !== 'category' && field !== 'sub_category') return {};
  const existing =
    mentionedRecord &&
    (await trx
      .selectFrom(tables[field])
      .select('code')
      .where('id', '=', mentionedRecord.id)
      .executeTakeFirst());
  // A deleted category is rejected with its earlier code.
  return { [`${field}_code`]: existing?.code ?? mentionedRecord?.code ?? '' };
}

const namedTables = { publisher: 'publishers', imprint: 'imprints' } as const;

/** Returns the current name of a referenced publisher or imprint, or the earlier name of a deleted one. */
export async function nameOfReference(
  trx: Transaction<Schema>,
  field: keyof typeof namedTables,
  mentionedRecord: NamedRecord | null,
): Promise<string> {
  if (!mentionedRecord) return '';
  const existing = await trx
    .selectFrom(namedTables[field])
    .select('name')
    .where('id', '=', mentionedRecord.id)
    .executeTakeFirst();
  return existing?.name ?? mentionedRecord.name;
}
