import type { Kysely } from 'kysely';
import { bulkDetails, detailInWords, isDetail } from '#contract/books/book-details';
import type { BulkChanges, BulkPreview } from '#contract/bulk/bulk';
import { languageLabel } from '#contract/core/languages';
import type { CustomField } from '#contract/custom-fields/custom-fields';
import { customText, type CustomValues, presentStored } from '#contract/custom-fields/custom-values';
import { customPrefix } from '#contract/custom-fields/custom-values';
import type { Schema } from '#server/core/db/schema';
import { bookCodeOf } from '#server/core/resource/book-code';
import { schemeNames } from '#server/core/resource/book-subjects';
import { NEW_RECORD } from '#server/features/publishers/planned-publishers';
import type { ChangedBook } from './bulk-outcomes.ts';
import { type BulkColumns, changedColumnsOf } from './bulk-target.ts';

type Example = BulkPreview['examples'][number];

/** The text of a value that is not recorded. */
const NONE = '-';

/** The columns that refer to a record by its ID, with the table of the record. */
const references = {
  author_id: 'authors',
  category_id: 'categories',
  sub_category_id: 'sub_categories',
  publisher_id: 'publishers',
  imprint_id: 'imprints',
  edition_of: 'books',
} as const;
type Reference = keyof typeof references;
const isReference = (column: string): column is Reference => Object.hasOwn(references, column);

/** The columns in the order of the examples, with their names in the API. */
const fields: readonly (readonly [column: keyof BulkColumns, field: string])[] = [
  ['author_id', 'author'],
  ['category_id', 'category'],
  ['sub_category_id', 'sub_category'],
  ['language', 'language'],
  ['is_backup', 'is_backup'],
  ['publisher_id', 'publisher'],
  ['imprint_id', 'imprint'],
  ['edition_of', 'edition_of'],
  ['subjects', 'subjects'],
  ...bulkDetails.map((name) => [name, name] as const),
];

/** Returns the names of the records that books refer to, by column and ID. */
async function namesOf(
  db: Kysely<Schema>,
  books: readonly BulkColumns[],
): Promise<(column: Reference, id: number) => string | undefined> {
  const names = new Map<string, string>();
  for (const [column, table] of Object.entries(references) as [Reference, (typeof references)[Reference]][]) {
    const ids = [...new Set(books.map((book) => book[column] ?? 0))].filter((id) => id !== 0);
    if (ids.length === 0) continue;
    const rows = await db.selectFrom(table).select(['id', 'name']).where('id', 'in', ids).execute();
    for (const { id, name } of rows) names.set(`${column} ${id}`, name);
  }
  return (column, id) => names.get(`${column} ${id}`);
}

/** Returns the name of a record that the change creates. */
const newNameOf = (column: Reference, { author, publisher, imprint }: BulkChanges): string => {
  if (column === 'author_id') return author?.name ?? '';
  return (column === 'publisher_id' ? publisher : column === 'imprint_id' ? imprint : undefined) ?? NONE;
};

/** Returns the changed custom values. */
function customChangesOf(
  { before, after }: ChangedBook,
  customFields: readonly CustomField[],
): Example['changes'] {
  if (after.custom_values === undefined) return [];
  const old = presentStored(customFields, before.custom_values ?? '');
  const next = presentStored(customFields, after.custom_values);
  const textOf = (values: CustomValues, key: string) => customText(values[key]) || NONE;
  return customFields
    .filter(({ key }) => old[key] !== next[key])
    .map(({ key }) => ({ field: customPrefix + key, before: textOf(old, key), after: textOf(next, key) }));
}

/** Returns examples of changed books as text for users. */
export async function describeExamples(
  db: Kysely<Schema>,
  examples: readonly ChangedBook[],
  { changes, customFields }: { readonly changes: BulkChanges; readonly customFields: readonly CustomField[] },
): Promise<Example[]> {
  const nameOf = await namesOf(
    db,
    examples.flatMap(({ before, after }) => [before, after]),
  );
  const names = await schemeNames(
    db,
    examples.flatMap(({ before, after }) => [before.subjects ?? '', after.subjects ?? '']),
  );
  const textOf = (column: keyof BulkColumns, book: BulkColumns): string => {
    const value = book[column] ?? '';
    if (column === 'subjects') return names.current(book.subjects ?? '') || NONE;
    if (isDetail(column)) return detailInWords(column, value) || NONE;
    if (isReference(column)) {
      const id = book[column];
      if (id === null || id === undefined) return NONE;
      if (id === NEW_RECORD) return newNameOf(column, changes);
      return nameOf(column, id) ?? (column === 'edition_of' ? bookCodeOf(id) : '');
    }
    if (column === 'language') return languageLabel(book.language);
    return value === 1 ? 'Backup Service' : 'Main Service';
  };
  return examples.map((book) => {
    const { before, after } = book;
    const changedColumns = changedColumnsOf(before, after);
    return {
      id: before.id,
      code: bookCodeOf(before.id),
      name: before.name,
      changes: [
        ...fields
          .filter(([column]) => changedColumns.includes(column))
          .map(([column, field]) => ({
            field,
            before: textOf(column, before),
            after: textOf(column, after),
          })),
        ...customChangesOf(book, customFields),
      ],
    };
  });
}
