import type { Transaction } from 'kysely';
import type { Column, Columns } from '#server/core/db/columns';
import type { Schema } from '#server/core/db/schema';
import type { NamedRecord } from '#server/core/audit-log/stored-change';

/** Columns by the key of the wire that shows them. */
export const columnsByField = (columns: Columns): ReadonlyMap<string, Column> =>
  new Map(Object.entries(columns).map(([name, column]) => [column.wire || name, column]));

/** The value that clears a column in a request; the audit log has null for all of these. */
export function blankOf(type: Column['type'] | undefined): string | number | boolean {
  if (type === 'flag') return false;
  return type === 'text' || type === 'text?' || type === undefined ? '' : 0;
}

const tables = { category: 'categories', sub_category: 'sub_categories' } as const;

/** A category by the code that it has now: it may have been given another one meanwhile. */
export async function codeOfReference(
  trx: Transaction<Schema>,
  field: string,
  mentioned: NamedRecord | null,
): Promise<Readonly<Record<string, string>>> {
  if (field !== 'category' && field !== 'sub_category') return {};
  const existing =
    mentioned &&
    (await trx.selectFrom(tables[field]).select('code').where('id', '=', mentioned.id).executeTakeFirst());
  // One that is gone is refused by the code that it had.
  return { [`${field}_code`]: existing?.code ?? mentioned?.code ?? '' };
}
