import { type Kysely, sql } from 'kysely';
import type { RecordReferences } from '#contract/audit-log/audit-log';
import { prepareForIds } from '#server/core/db/prepared';
import type { Schema } from '#server/core/db/schema';
import { categoryColumns } from '#server/core/db/tables/categories';
import { shownNames } from '#server/core/resource/columns';
import { MAX_NAMED, referencesOf } from '#server/core/resource/record-references';
import { withCurrentDefaults } from '#server/core/resource/book-subjects';
import { inOrderOf } from '#server/core/resource/in-order-of';

const columns = shownNames(categoryColumns);

const rowsByIds = prepareForIds((db, ids) =>
  db.selectFrom('categories').select(columns).where('id', 'in', ids),
);

const subCategoriesOf = prepareForIds((db, ids) =>
  db
    .selectFrom('sub_categories')
    .select(['id', 'category_id', 'code', 'name', 'default_subjects'])
    .where('category_id', 'in', ids)
    .orderBy('name')
    .orderBy('id'),
);

/** Returns the categories with these ids in their order, with their sub-categories by name. */
export async function categoriesByIds(db: Kysely<Schema>, ids: readonly number[]) {
  const rows = await withCurrentDefaults(db, await rowsByIds(db, ids));
  const subCategoryRows = await withCurrentDefaults(db, await subCategoriesOf(db, ids));
  const subCategories = Map.groupBy(subCategoryRows, ({ category_id }) => category_id);
  return inOrderOf(ids, rows).map((row) => ({ row, subCategories: subCategories.get(row.id) ?? [] }));
}

export type StoredCategory = Awaited<ReturnType<typeof categoriesByIds>>[number];

/** Returns the references that block the delete of a category. */
export async function countReferencesOfCategory(
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

/** Returns the same references, with some names. */
export async function referencesOfCategory(
  db: Kysely<Schema>,
  id: number,
): Promise<RecordReferences['references']> {
  const { books, subCategories } = await countReferencesOfCategory(db, id);
  const readReferences = async (table: 'books' | 'sub_categories') => {
    const rows = await db
      .selectFrom(table)
      .select(['id', 'name'])
      .where('category_id', '=', id)
      .orderBy('id', 'desc')
      .limit(MAX_NAMED)
      .execute();
    return rows.map((row) => ({ ...row, place: null, block: null }));
  };
  return [
    ...referencesOf('books', books > 0 ? await readReferences('books') : [], books),
    ...referencesOf(
      'sub-categories',
      subCategories > 0 ? await readReferences('sub_categories') : [],
      subCategories,
    ),
  ];
}
