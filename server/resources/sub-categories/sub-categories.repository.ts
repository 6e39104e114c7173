import { type Kysely, sql } from 'kysely';
import type { SubCategory } from '#contract/resources/sub-categories';
import { runForIds } from '#server/db/prepared';
import type { Schema } from '#server/db/schema';
import { inOrderOf } from '../in-order-of.ts';

const columns = [
  'sub_categories.id',
  'sub_categories.name',
  'sub_categories.code',
  'sub_categories.category_id',
  'categories.code as category_code',
  'categories.name as category_name',
  'sub_categories.version',
  'sub_categories.updated_at',
] as const;

/** The sub-categories with these ids, in their order. */
export async function subCategoriesByIds(db: Kysely<Schema>, ids: readonly number[]): Promise<SubCategory[]> {
  const rows = await runForIds(db, 'sub-categories', ids, (slots) =>
    db
      .selectFrom('sub_categories')
      .innerJoin('categories', 'categories.id', 'sub_categories.category_id')
      .select(columns)
      .where('sub_categories.id', 'in', slots),
  );
  return inOrderOf(ids, rows).map(({ category_id, category_name, ...row }) => ({
    ...row,
    category: { id: category_id, code: row.category_code, name: category_name },
  }));
}

export async function categoryIdOf(db: Kysely<Schema>, code: string): Promise<number | undefined> {
  const found = await db.selectFrom('categories').select('id').where('code', '=', code).executeTakeFirst();
  return found?.id;
}

/** How many books keep a sub-category from being deleted. */
export async function booksInSubCategory(db: Kysely<Schema>, id: number): Promise<number> {
  const { books } = await db
    .selectFrom('book_counts')
    .select(sql<number>`coalesce(sum(books), 0)`.as('books'))
    .where('sub_category_id', '=', id)
    .executeTakeFirstOrThrow();
  return books;
}
