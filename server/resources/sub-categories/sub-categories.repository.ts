import { type Kysely, sql } from 'kysely';
import type { RecordUses } from '#contract/journal';
import { prepareForIds } from '#server/db/prepared';
import type { Schema } from '#server/db/schema';
import { subCategoryColumns } from '#server/db/tables/sub-categories';
import { shownNames } from '../columns.ts';
import { MAX_NAMED, usesOf } from '../record-uses.ts';
import { inOrderOf } from '../in-order-of.ts';

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

/** The sub-categories with these ids, in their order. */
export async function subCategoriesByIds(db: Kysely<Schema>, ids: readonly number[]) {
  return inOrderOf(ids, await rowsByIds(db, ids));
}

export type StoredSubCategory = Awaited<ReturnType<typeof subCategoriesByIds>>[number];

/** How many books keep a sub-category from being deleted. */
export async function booksInSubCategory(db: Kysely<Schema>, id: number): Promise<number> {
  const { books } = await db
    .selectFrom('book_counts')
    .select(sql<number>`coalesce(sum(books), 0)`.as('books'))
    .where('sub_category_id', '=', id)
    .executeTakeFirstOrThrow();
  return books;
}

/** The same, with some names. */
export async function usesOfSubCategory(db: Kysely<Schema>, id: number): Promise<RecordUses['uses']> {
  const books = await booksInSubCategory(db, id);
  if (books === 0) return [];
  const rows = await db
    .selectFrom('books')
    .select(['id', 'name'])
    .where('sub_category_id', '=', id)
    .orderBy('id', 'desc')
    .limit(MAX_NAMED)
    .execute();
  const named = rows.map((row) => ({ ...row, place: null, block: null }));
  return usesOf('books', named, books);
}
