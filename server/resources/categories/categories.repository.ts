import { type Kysely, sql } from 'kysely';
import type { Category } from '#contract/resources/categories';
import { runForIds } from '#server/db/prepared';
import type { Schema } from '#server/db/schema';
import { mediaUrl } from '#server/media/media-types';
import { inOrderOf } from '../in-order-of.ts';

const columns = ['id', 'name', 'code', 'image_key', 'thumbnail_key', 'version', 'updated_at'] as const;

/** The categories with these ids, in their order, with their sub-categories by name. */
export async function categoriesByIds(db: Kysely<Schema>, ids: readonly number[]): Promise<Category[]> {
  const rows = await runForIds(db, 'categories', ids, (slots) =>
    db.selectFrom('categories').select(columns).where('id', 'in', slots),
  );
  const subs = await runForIds(db, 'sub-categories of categories', ids, (slots) =>
    db
      .selectFrom('sub_categories')
      .select(['id', 'category_id', 'code', 'name'])
      .where('category_id', 'in', slots)
      .orderBy('name')
      .orderBy('id'),
  );
  const byCategory = Map.groupBy(subs, (sub) => sub.category_id);
  return inOrderOf(ids, rows).map(({ image_key, thumbnail_key, ...row }) => ({
    ...row,
    image_url: mediaUrl(image_key),
    thumbnail_url: mediaUrl(thumbnail_key),
    sub_categories: (byCategory.get(row.id) ?? []).map(({ id, code, name }) => ({ id, code, name })),
  }));
}

/** What keeps a category from being deleted. */
export async function usersOfCategory(
  db: Kysely<Schema>,
  id: number,
): Promise<{ books: number; subCategories: number }> {
  const { books } = await db
    .selectFrom('book_counts')
    .select(sql<number>`coalesce(sum(books), 0)`.as('books'))
    .where('category_id', '=', id)
    .executeTakeFirstOrThrow();
  const { subCategories } = await db
    .selectFrom('sub_categories')
    .select((eb) => eb.fn.countAll<number>().as('subCategories'))
    .where('category_id', '=', id)
    .executeTakeFirstOrThrow();
  return { books, subCategories };
}
