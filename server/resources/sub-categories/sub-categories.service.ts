import { type Transaction, sql } from 'kysely';
import type { CreateOf, QueryOf, UpdateOf } from '#contract/define-resource';
import type { SubCategory, subCategories } from '#contract/resources/sub-categories';
import { changeBook } from '#server/db/catalogue';
import { searchKeyOf } from '#server/db/folding';
import type { Database } from '#server/db/open';
import type { Schema } from '#server/db/schema';
import { invalid } from '#server/errors';
import type { FileKeeper } from '#server/media/file-keeper';
import { codeFor } from '../codes.ts';
import { refuseInUse } from '../in-use.ts';
import { createRecordService } from '../record-service.ts';
import type { ResourceService } from '../resource-service.ts';
import { booksInSubCategory, categoryIdOf, subCategoriesByIds } from './sub-categories.repository.ts';

type Query = QueryOf<typeof subCategories>;
type Create = CreateOf<typeof subCategories>;
type Update = UpdateOf<typeof subCategories>;
export type SubCategoryService = ResourceService<SubCategory, Query, Create, Update>;

async function categoryWithCode(trx: Transaction<Schema>, code: string): Promise<number> {
  const id = await categoryIdOf(trx, code);
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

export function createSubCategoryService(deps: {
  readonly database: Database;
  readonly files: FileKeeper;
}): SubCategoryService {
  return createRecordService<'sub_categories', SubCategory, Query, Create, Update>(deps, {
    table: 'sub_categories',
    noun: 'sub-category',
    async select(db, { category_code }) {
      if (category_code === undefined) return {};
      const category_id = await categoryIdOf(db, category_code);
      return category_id === undefined ? undefined : { category_id };
    },
    present: subCategoriesByIds,
    async columns(trx, input, before) {
      const name = input.name ?? before?.name ?? '';
      const code = await codeFor(trx, 'sub_categories', name, input.code, before);
      const category_id =
        before && input.category_code === undefined
          ? before.category_id
          : await categoryWithCode(trx, input.category_code ?? '');
      return { name, code, category_id, search_key: searchKeyOf(name, code) };
    },
    async saveParts(trx, id, _input, before) {
      if (!before) return;
      const { category_id } = await trx
        .selectFrom('sub_categories')
        .select('category_id')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      if (category_id !== before.category_id) await moveBooks(trx, id, category_id);
    },
    async refuseRemoval(trx, id) {
      refuseInUse('sub-category', { 'book|books': await booksInSubCategory(trx, id) });
    },
  });
}
