import { type Transaction, sql } from 'kysely';
import { subCategories } from '#contract/resources/sub-categories';
import { refusals } from '#contract/refusals';
import { lockForBookChange } from '#server/db/catalogue';
import type { Schema } from '#server/db/schema';
import { refusedField } from '#server/errors';
import { categoryByCode } from '../category-codes.ts';
import { codeFor, proposeCode } from '../codes.ts';
import { refuseInUse } from '../in-use.ts';
import type { CodeProposer } from '../proposed-code-routes.ts';
import { type ServiceDeps, createRecordService } from '../record-service.ts';
import type { ServiceOf } from '#server/http/resource-service';
import { toSubCategory } from './sub-categories.presenter.ts';
import { booksInSubCategory, subCategoriesByIds } from './sub-categories.repository.ts';

async function categoryWithCode(trx: Transaction<Schema>, code: string): Promise<number> {
  const [category] = await categoryByCode(trx, { code });
  if (!category) throw refusedField('category_code', refusals.noCategory(code));
  return category.id;
}

/** Takes the books of a sub-category along into its new category, and their numbers with them. */
async function moveBooks(trx: Transaction<Schema>, subCategoryId: number, categoryId: number): Promise<void> {
  await lockForBookChange(trx, null);
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

export function createSubCategoryService(deps: ServiceDeps): ServiceOf<typeof subCategories> & CodeProposer {
  const records = createRecordService(deps, {
    declaration: subCategories,
    table: 'sub_categories',
    searched: ['name', 'code'],
    async select(db, { category_code }) {
      if (category_code === undefined) return {};
      const [category] = await categoryByCode(db, { code: category_code });
      return category && { category_id: category.id };
    },
    rows: subCategoriesByIds,
    present: toSubCategory,
    async derive(trx, { code, category_code }, { name }, before) {
      return {
        code: await codeFor(trx, 'sub_categories', name, code, before),
        category_id:
          before && category_code === undefined
            ? before.category_id
            : await categoryWithCode(trx, category_code ?? ''),
      };
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
  return { ...records, proposeCode: (name) => proposeCode(deps.database.kysely, 'sub_categories', name) };
}
