import { type Kysely, type Transaction, sql } from 'kysely';
import type { CreateOf, QueryOf, UpdateOf } from '#contract/define-resource';
import type { SubCategory, subCategories } from '#contract/resources/sub-categories';
import { changeBook, changeCategories } from '#server/db/catalogue';
import { searchKeyOf } from '#server/db/folding';
import type { Database } from '#server/db/open';
import type { Schema } from '#server/db/schema';
import { inTransaction } from '#server/db/transaction';
import { editConflict, invalid, notFound } from '#server/errors';
import { changedCode, newCode } from '../codes.ts';
import { refuseInUse } from '../in-use.ts';
import type { ResourceService } from '../resource-service.ts';
import { type SubCategoryRow, subCategoriesIn } from './sub-categories.repository.ts';

const toSubCategory = (row: SubCategoryRow): SubCategory => ({
  id: row.id,
  name: row.name,
  code: row.code,
  category_code: row.category_code,
  category: { id: row.category_id, code: row.category_code, name: row.category_name },
  version: row.version,
  updated_at: row.updated_at,
});

export type SubCategoryService = ResourceService<
  SubCategory,
  QueryOf<typeof subCategories>,
  CreateOf<typeof subCategories>,
  UpdateOf<typeof subCategories>
>;

async function stored(db: Kysely<Schema>, id: number): Promise<SubCategoryRow> {
  const row = await subCategoriesIn(db).byId(id);
  if (!row) throw notFound('sub-category');
  return row;
}

async function categoryWithCode(trx: Transaction<Schema>, code: string): Promise<number> {
  const id = await subCategoriesIn(trx).categoryOf(code);
  if (id === undefined) throw invalid({ category_code: `There is no category with the code ${code}.` });
  return id;
}

/** Takes the books of a sub-category along into its new category, and their numbers with them. */
async function moveBooks(trx: Transaction<Schema>, subCategoryId: number, categoryId: number): Promise<void> {
  await changeBook(trx, null);
  await trx
    .updateTable('books')
    .set({ category_id: categoryId, version: sql`version + 1`, updated_at: new Date().toISOString() })
    .where('sub_category_id', '=', subCategoryId)
    .execute();
  await trx
    .updateTable('book_counts')
    .set({ category_id: categoryId })
    .where('sub_category_id', '=', subCategoryId)
    .execute();
}

export function createSubCategoryService({ database }: { readonly database: Database }): SubCategoryService {
  async function insert(trx: Transaction<Schema>, input: CreateOf<typeof subCategories>): Promise<number> {
    await changeCategories(trx, { subCategories: 1 });
    const category_id = await categoryWithCode(trx, input.category_code);
    const code = await newCode(trx, 'sub_categories', input.name, input.code);
    const now = new Date().toISOString();
    const { id } = await trx
      .insertInto('sub_categories')
      .values({
        category_id,
        name: input.name,
        code,
        search_key: searchKeyOf(input.name, code),
        version: 1,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }

  return {
    async list(query) {
      const { rows, total } = await subCategoriesIn(database.kysely).page(query);
      return { items: rows.map(toSubCategory), total };
    },

    get: async (id) => toSubCategory(await stored(database.kysely, id)),

    create: (input, context) =>
      inTransaction(database, async (trx) => {
        const earlier = await context.recall?.(trx);
        if (earlier !== undefined) return earlier as SubCategory;
        const item = toSubCategory(await stored(trx, await insert(trx, input)));
        await context.remember?.(trx, item);
        return item;
      }),

    update: (input) =>
      inTransaction(database, async (trx) => {
        await changeCategories(trx);
        const before = await stored(trx, input.id);
        if (input.version !== undefined && input.version !== before.version)
          throw editConflict('sub-category');
        const code = await changedCode(trx, 'sub_categories', before, input.code);
        const name = input.name ?? before.name;
        const category_id =
          input.category_code === undefined
            ? before.category_id
            : await categoryWithCode(trx, input.category_code);
        await trx
          .updateTable('sub_categories')
          .set({
            name,
            code,
            category_id,
            search_key: searchKeyOf(name, code),
            version: before.version + 1,
            updated_at: new Date().toISOString(),
          })
          .where('id', '=', input.id)
          .execute();
        if (category_id !== before.category_id) await moveBooks(trx, input.id, category_id);
        return toSubCategory(await stored(trx, input.id));
      }),

    remove: (id) =>
      inTransaction(database, async (trx) => {
        await changeCategories(trx, { subCategories: -1 });
        await stored(trx, id);
        refuseInUse('sub-category', { 'book|books': await subCategoriesIn(trx).booksIn(id) });
        await trx.deleteFrom('sub_categories').where('id', '=', id).execute();
      }),
  };
}
