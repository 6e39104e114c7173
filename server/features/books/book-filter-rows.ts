import type { Transaction } from 'kysely';
import type { Schema } from '#server/core/db/schema';
import { insertSubjects, removeSubjects } from '#server/core/resource/book-subjects';
import type { CurrentSettings } from '#server/core/settings/settings';
import { insertCustomValues, removeCustomValues } from './book-custom-values.ts';
import { insertRights, removeRights } from './book-rights.ts';

/* Some columns of a book are texts that people edit. Each has a table with a row per entry, so that queries can select books by them. */

export type FilterColumn = 'rights' | 'subjects' | 'custom_values';
type FilteredBook = Readonly<Pick<Schema['books'], 'id' | FilterColumn>>;
export type FieldSettings = Pick<CurrentSettings, 'custom_fields'>;

interface FilterTable {
  readonly column: FilterColumn;
  readonly insert: (trx: Transaction<Schema>, book: FilteredBook, settings: FieldSettings) => Promise<void>;
  readonly remove: (trx: Transaction<Schema>, bookId: number) => Promise<unknown>;
}

const filterTables: readonly FilterTable[] = [
  { column: 'rights', insert: insertRights, remove: removeRights },
  { column: 'subjects', insert: insertSubjects, remove: removeSubjects },
  {
    column: 'custom_values',
    insert: (trx, book, { custom_fields }) => insertCustomValues(trx, custom_fields, book),
    remove: removeCustomValues,
  },
];

/** Adds the rows of a new or restored book. */
export async function insertFilterRows(
  trx: Transaction<Schema>,
  book: FilteredBook,
  settings: FieldSettings,
): Promise<void> {
  for (const { column, insert } of filterTables) if (book[column] !== '') await insert(trx, book, settings);
}

/** Removes the rows of a book. */
export async function removeFilterRows(trx: Transaction<Schema>, book: FilteredBook): Promise<void> {
  for (const { column, remove } of filterTables) if (book[column] !== '') await remove(trx, book.id);
}

/** Replaces the rows of a changed book. */
export async function updateFilterRows(
  trx: Transaction<Schema>,
  { before, after }: { readonly before: FilteredBook; readonly after: FilteredBook },
  settings: FieldSettings,
): Promise<void> {
  for (const { column, insert, remove } of filterTables) {
    if (before[column] === after[column]) continue;
    await remove(trx, after.id);
    await insert(trx, after, settings);
  }
}
