import { type Kysely, type Transaction, sql } from 'kysely';
import type { ListQuery } from '#contract/define-resource';
import { foldText } from '#server/db/folding';
import { asPattern } from '#server/db/like-pattern';
import type { Schema } from '#server/db/schema';

const columns = ['id', 'name', 'code', 'image_key', 'thumbnail_key', 'version', 'updated_at'] as const;

export type CategoryRow = Pick<Schema['categories'], Exclude<(typeof columns)[number], 'id'>> & {
  id: number;
};
export type SubCategoryRow = { id: number; category_id: number; code: string; name: string };

/** Reads categories, inside a transaction or outside. */
export function categoriesIn(db: Kysely<Schema> | Transaction<Schema>) {
  async function total(folded: string): Promise<number> {
    if (folded === '') {
      const { category_count } = await db
        .selectFrom('catalogue')
        .select('category_count')
        .executeTakeFirstOrThrow();
      return category_count;
    }
    const { count } = await db
      .selectFrom('categories')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where(sql<boolean>`search_key like ${asPattern(folded)} escape '\\'`)
      .executeTakeFirstOrThrow();
    return count;
  }

  return {
    async page(query: ListQuery): Promise<{ rows: CategoryRow[]; total: number }> {
      const folded = foldText(query.search);
      let page = db.selectFrom('categories').select(columns);
      if (folded !== '') page = page.where(sql<boolean>`search_key like ${asPattern(folded)} escape '\\'`);
      const rows = await page
        .orderBy('id', 'desc')
        .limit(query.items_per_page)
        .offset((query.page - 1) * query.items_per_page)
        .execute();
      return { rows, total: await total(folded) };
    },

    byId: (id: number): Promise<CategoryRow | undefined> =>
      db.selectFrom('categories').select(columns).where('id', '=', id).executeTakeFirst(),

    async subCategoriesOf(ids: readonly number[]): Promise<SubCategoryRow[]> {
      if (ids.length === 0) return [];
      return db
        .selectFrom('sub_categories')
        .select(['id', 'category_id', 'code', 'name'])
        .where('category_id', 'in', ids)
        .orderBy('name')
        .orderBy('id')
        .execute();
    },

    /** What keeps a category from being deleted. */
    async usersOf(id: number): Promise<{ books: number; subCategories: number }> {
      const counted = await db
        .selectFrom('book_counts')
        .select(sql<number>`coalesce(sum(books), 0)`.as('books'))
        .where('category_id', '=', id)
        .executeTakeFirstOrThrow();
      const { subCategories } = await db
        .selectFrom('sub_categories')
        .select((eb) => eb.fn.countAll<number>().as('subCategories'))
        .where('category_id', '=', id)
        .executeTakeFirstOrThrow();
      return { books: counted.books, subCategories };
    },
  };
}
