import type { Transaction } from 'kysely';
import type { ResourceName } from '#contract/core/permissions';
import type { Schema } from '#server/core/db/schema';
import { booksNamed } from './book-references.ts';
import type { BookPosition, lists } from './book-positions.ts';
import type { BlockPosition } from './home-blocks.ts';

/** The tables that contain the parts of a record. */
export type OwnedTableName =
  | (typeof lists)[number]['entryTable']
  | 'story_items'
  | 'config_blocks'
  | 'imprints';
export interface OwnedTable {
  readonly table: OwnedTableName;
  readonly owner: string;
}

type Row = Readonly<Record<string, unknown>>;

/** The snapshot of a record in the trash. */
export interface DeletedRecord {
  readonly row: Row;
  readonly parts: readonly Row[];
  readonly blocks: readonly BlockPosition[];
}

/** Accepts rows of any part table, because each table has its own columns. */
const anyTable = (trx: Transaction<Schema>) =>
  trx.$omitTables<OwnedTableName>().$extendTables<Record<OwnedTableName, Record<string, unknown>>>();

export const readOwnedRows = (
  trx: Transaction<Schema>,
  { table, owner }: OwnedTable,
  id: number,
): Promise<Row[]> =>
  anyTable(trx).selectFrom(table).selectAll().where(owner, '=', id).orderBy('position').execute();

/**
 * Returns the parts that can be restored. Entries of deleted books are removed, and story items without a book become broken references.
 */
export async function restorableRows(
  trx: Transaction<Schema>,
  table: OwnedTableName,
  rows: readonly Row[],
): Promise<Row[]> {
  if (table === 'config_blocks' || table === 'imprints') return [...rows];
  const ids = rows.flatMap(({ book_id }) => (typeof book_id === 'number' ? [book_id] : []));
  const present = await booksNamed(trx, [...new Set(ids)]);
  const isThere = ({ book_id }: Row) => typeof book_id === 'number' && present.has(book_id);
  if (table === 'story_items') return rows.map((row) => (isThere(row) ? row : { ...row, book_id: null }));
  return rows.filter(isThere);
}

export async function insertOwnedRows(
  trx: Transaction<Schema>,
  table: OwnedTableName,
  rows: readonly Row[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += 500)
    await anyTable(trx)
      .insertInto(table)
      .values(rows.slice(start, start + 500))
      .execute();
}

/** Adds a restored entry to a list that is in the trash. @returns true if the list is in the trash */
export async function addRowInTrash(
  trx: Transaction<Schema>,
  { kind, id, row }: { readonly kind: ResourceName; readonly id: number; readonly row: Row },
): Promise<boolean> {
  const deletedRow = await trx
    .selectFrom('trash')
    .select(['id', 'snapshot'])
    .where('kind', '=', kind)
    .where('record_id', '=', id)
    .executeTakeFirst();
  if (!deletedRow) return false;
  const deletedRecord = JSON.parse(deletedRow.snapshot) as DeletedRecord;
  const rows = [...deletedRecord.parts.filter(({ book_id }) => book_id !== row['book_id']), row];
  const snapshot = JSON.stringify({
    ...deletedRecord,
    parts: rows.toSorted((a, b) => Number(a['position']) - Number(b['position'])),
  } satisfies DeletedRecord);
  await trx.updateTable('trash').set({ snapshot }).where('id', '=', deletedRow.id).execute();
  return true;
}

/**
 * Records a restored list in the deleted books that it contained, so that restoring such a book adds it to the list again.
 * @param left the entries of the list that could not be restored with it
 */
export async function awaitBooksInTrash(
  trx: Transaction<Schema>,
  {
    list,
    left,
    existing,
  }: {
    readonly list: Pick<BookPosition, 'kind' | 'id' | 'title' | 'version'>;
    readonly left: readonly Row[];
    readonly existing: readonly Row[];
  },
): Promise<void> {
  for (const { book_id, position, is_featured, volume } of left) {
    const deletedRow = await trx
      .selectFrom('trash')
      .select(['id', 'snapshot'])
      .where('kind', '=', 'books')
      .where('record_id', '=', Number(book_id))
      .executeTakeFirst();
    if (!deletedRow) continue;
    const deletedRecord = JSON.parse(deletedRow.snapshot) as { readonly places: readonly BookPosition[] };
    const bookPosition: BookPosition = {
      ...list,
      position: Number(position),
      place: existing.filter((row) => Number(row['position']) < Number(position)).length,
      is_featured: typeof is_featured === 'number' ? is_featured : null,
      volume: typeof volume === 'string' ? volume : null,
    };
    const others = deletedRecord.places.filter(({ kind, id }) => kind !== list.kind || id !== list.id);
    const snapshot = JSON.stringify({ ...deletedRecord, places: [...others, bookPosition] });
    await trx.updateTable('trash').set({ snapshot }).where('id', '=', deletedRow.id).execute();
  }
}
