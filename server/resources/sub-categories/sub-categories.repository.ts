import { type Kysely, type Transaction, sql } from 'kysely';
import type { QueryOf } from '#contract/define-resource';
import type { subCategories } from '#contract/resources/sub-categories';
import { foldText } from '#server/db/folding';
import { asPattern } from '#server/db/like-pattern';
import type { Schema } from '#server/db/schema';

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

export interface SubCategoryRow {
  id: number;
  name: string;
  code: string;
  category_id: number;
  category_code: string;
  category_name: string;
  version: number;
  updated_at: string;
}

/** Reads sub-categories, inside a transaction or outside. */
export function subCategoriesIn(db: Kysely<Schema> | Transaction<Schema>) {
  const rowsOf = () =>
    db
      .selectFrom('sub_categories')
      .innerJoin('categories', 'categories.id', 'sub_categories.category_id')
      .select(columns);

  async function count(folded: string, categoryId: number | undefined): Promise<number> {
    if (folded === '' && categoryId === undefined) {
      const row = await db.selectFrom('catalogue').select('sub_category_count').executeTakeFirstOrThrow();
      return row.sub_category_count;
    }
    let counted = db.selectFrom('sub_categories').select((eb) => eb.fn.countAll<number>().as('count'));
    if (folded !== '')
      counted = counted.where(sql<boolean>`search_key like ${asPattern(folded)} escape '\\'`);
    if (categoryId !== undefined) counted = counted.where('category_id', '=', categoryId);
    return (await counted.executeTakeFirstOrThrow()).count;
  }

  return {
    async page(query: QueryOf<typeof subCategories>): Promise<{ rows: SubCategoryRow[]; total: number }> {
      const folded = foldText(query.search);
      const category =
        query.category_code === undefined ? undefined : await this.categoryOf(query.category_code);
      if (query.category_code !== undefined && category === undefined) return { rows: [], total: 0 };
      let page = rowsOf();
      if (folded !== '')
        page = page.where(sql<boolean>`sub_categories.search_key like ${asPattern(folded)} escape '\\'`);
      if (category !== undefined) page = page.where('sub_categories.category_id', '=', category);
      const rows = await page
        .orderBy('sub_categories.id', 'desc')
        .limit(query.items_per_page)
        .offset((query.page - 1) * query.items_per_page)
        .execute();
      return { rows, total: await count(folded, category) };
    },

    byId: (id: number): Promise<SubCategoryRow | undefined> =>
      rowsOf().where('sub_categories.id', '=', id).executeTakeFirst(),

    async categoryOf(code: string): Promise<number | undefined> {
      const found = await db
        .selectFrom('categories')
        .select('id')
        .where('code', '=', code)
        .executeTakeFirst();
      return found?.id;
    },

    /** How many books keep a sub-category from being deleted. */
    async booksIn(id: number): Promise<number> {
      const { books } = await db
        .selectFrom('book_counts')
        .select(sql<number>`coalesce(sum(books), 0)`.as('books'))
        .where('sub_category_id', '=', id)
        .executeTakeFirstOrThrow();
      return books;
    },
  };
}
