import { type Transaction, sql } from 'kysely';
import { subCategories } from '#contract/resources/sub-categories';
import { refusals } from '#contract/refusals';
import { lockForBookChange } from '#server/db/catalogue';
import type { Schema } from '#server/db/schema';
import { refused, refusedField } from '#server/errors';
import { writeEntries } from '#server/journal/write-journal';
import { categoryByCode } from '../category-codes.ts';
import { codeFor, proposeCode } from '../codes.ts';
import { refuseInUse } from '../in-use.ts';
import type { CodeProposer } from '../proposed-code-routes.ts';
import type { Living } from '../record-life.ts';
import { type ServiceDeps, createRecordService } from '../record-service.ts';
import type { ServiceOf } from '#server/http/resource-service';
import { toSubCategory } from './sub-categories.presenter.ts';
import { booksInSubCategory, subCategoriesByIds, usesOfSubCategory } from './sub-categories.repository.ts';

async function categoryWithCode(trx: Transaction<Schema>, code: string): Promise<number> {
  const [category] = await categoryByCode(trx, { code });
  if (!category) throw refusedField('category_code', refusals.noCategory(code));
  return category.id;
}

/** Takes the books of a sub-category along into its new category, and their numbers with them. */
async function moveBooks(
  trx: Transaction<Schema>,
  subCategoryId: number,
  from: number,
  to: number,
  causeId: number,
): Promise<void> {
  await lockForBookChange(trx, null);
  const books = await trx
    .updateTable('books')
    .set({ category_id: to, version: sql`version + 1`, updated_at: new Date().toISOString() })
    .where('sub_category_id', '=', subCategoryId)
    .returning(['id', 'name', 'version'])
    .execute();
  await trx
    .updateTable('book_counts')
    .set({ category_id: to })
    .where('sub_category_id', '=', subCategoryId)
    .execute();
  const named = await trx
    .selectFrom('categories')
    .select(['id', 'name', 'code'])
    .where('id', 'in', [from, to])
    .execute();
  const mention = (id: number) => named.find((category) => category.id === id) ?? null;
  const changes = [{ type: 'record', field: 'category', before: mention(from), after: mention(to) } as const];
  await writeEntries(
    trx,
    books.map(({ id, name, version }) => ({
      kind: 'books',
      record: { id, name },
      version,
      action: 'changed',
      changes,
      causeId,
    })),
  );
}

export function createSubCategoryService(
  deps: ServiceDeps,
): ServiceOf<typeof subCategories> & CodeProposer & Living {
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
    async follow(trx, before, { id, category_id }, causeId) {
      if (category_id !== before.category_id)
        await moveBooks(trx, id, before.category_id, category_id, causeId);
    },
    async refuseRemoval(trx, id) {
      refuseInUse('sub-category', { 'book|books': await booksInSubCategory(trx, id) });
    },
    users: usesOfSubCategory,
    async refuseRestore(trx, { category_id }) {
      const found = await trx
        .selectFrom('categories')
        .select('id')
        .where('id', '=', category_id)
        .executeTakeFirst();
      if (!found) throw refused(refusals.ownerMissing('sub-category', 'category'));
    },
  });
  return { ...records, proposeCode: (name) => proposeCode(deps.database.kysely, 'sub_categories', name) };
}
