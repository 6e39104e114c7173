import { type Kysely, sql } from 'kysely';
import type { RecordReferences } from '#contract/audit-log/audit-log';
import { prepareForIds } from '#server/core/db/prepared';
import type { Schema } from '#server/core/db/schema';
import { subCategoryColumns } from '#server/core/db/tables/sub-categories';
import { withCurrentDefaults } from '#server/core/resource/book-subjects';
import { shownNames } from '#server/core/resource/columns';
import { MAX_NAMED, referencesOf } from '#server/core/resource/record-references';
import { inOrderOf } from '#server/core/resource/in-order-of';

const columns = [
  ...shownNames(subCategoryColumns).map((name) => `sub_categories.${name}` as const),
  'sub_categories.category_id',
  'categories.code as category_code',
  'categories.name as category_name',
] as const;

const rowsByIds = prepareForIds((db, ids) =>
  db
    .selectFrom('sub_categories')
    .innerJoin('categories', 'categories.id', 'sub_categories.category_id')
    .select(columns)
    .where('sub_categories.id', 'in', ids),
);

/** Returns the sub-categories with these ids, in their order. */
export async function subCategoriesByIds(db: Kysely<Schema>, ids: readonly number[]) {
  return inOrderOf(ids, await withCurrentDefaults(db, await rowsByIds(db, ids)));
}

export type StoredSubCategory = Awaited<ReturnType<typeof subCategoriesByIds>>[number];

/** Returns the number of books that block the delete of a sub-category. */
export async function booksInSubCategory(db: Kysely<Schema>, id: number): Promise<number> {
  const { books } = await db
    .selectFrom('book_counts')
    .select(sql<number>`coalesce(sum(books), 0)`.as('books'))
    .where('sub_category_id', '=', id)
    .executeTakeFirstOrThrow();
  return books;
}

/** Returns the same references, with some names. */
export async function referencesOfSubCategory(
  db: Kysely<Schema>,
  id: number,
): Promise<RecordReferences['references']> {
  const books = await booksInSubCategory(db, id);
  if (books === 0) return [];
  const rows = await db
    .selectFrom('books')
    .select(['id', 'name'])
    .where('sub_category_id', '=', id)
    .orderBy('id', 'desc')
    .limit(MAX_NAMED)
    .execute();
  const namedRows = rows.map((row) => ({ ...row, place: null, block: null }));
  return referencesOf('books', namedRows, books);
}
