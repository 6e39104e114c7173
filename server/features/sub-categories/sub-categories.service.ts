import { type Transaction, sql } from 'kysely';
import { subCategories } from '#contract/sub-categories/sub-categories';
import { knownErrors } from '#contract/core/errors';
import { lockForBookChange } from '#server/core/db/catalogue';
import type { Schema } from '#server/core/db/schema';
import { appError, fieldError } from '#server/core/errors';
import { writeEntries } from '#server/core/audit-log/write-audit-log';
import { checkedSubjects } from '#server/core/resource/book-subjects';
import { categoryByCode } from '#server/core/resource/category-codes';
import { codeFor, proposeCode } from '#server/core/resource/codes';
import { assertNotInUse } from '#server/core/resource/in-use';
import type { CodeProposer } from '#server/core/resource/proposed-codes.routes';
import type { WithLifecycle } from '#server/core/resource/lifecycle';
import { type ServiceDeps, createRecordService } from '#server/core/resource/record-service';
import type { ServiceOf } from '#server/core/resource/resource-service';
import { toSubCategory } from './sub-categories.presenter.ts';
import {
  booksInSubCategory,
  subCategoriesByIds,
  referencesOfSubCategory,
} from './sub-categories.repository.ts';

async function categoryWithCode(trx: Transaction<Schema>, code: string): Promise<number> {
  const [category] = await categoryByCode(trx, { code });
  if (!category) throw fieldError('category_code', knownErrors.noCategory(code));
  return category.id;
}

/** Moves the books of a sub-category to its new category, and updates the counters. */
async function moveBooks(
  trx: Transaction<Schema>,
  {
    subCategoryId,
    from,
    to,
    causeId,
  }: { readonly subCategoryId: number; readonly from: number; readonly to: number; readonly causeId: number },
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
  const parentCategories = await trx
    .selectFrom('categories')
    .select(['id', 'name', 'code'])
    .where('id', 'in', [from, to])
    .execute();
  const reference = (id: number) => parentCategories.find((category) => category.id === id) ?? null;
  const changes = [
    { type: 'record', field: 'category', before: reference(from), after: reference(to) } as const,
  ];
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
): ServiceOf<typeof subCategories> & CodeProposer & WithLifecycle {
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
    async derive(trx, { input: { code, category_code, default_subjects }, values: { name }, before }) {
      return {
        code: await codeFor(trx, { table: 'sub_categories', name, input: code, before }),
        category_id:
          before && category_code === undefined
            ? before.category_id
            : await categoryWithCode(trx, category_code ?? ''),
        ...(default_subjects && {
          default_subjects: await checkedSubjects(trx, default_subjects, 'default_subjects'),
        }),
      };
    },
    async follow(trx, { before, after: { id, category_id }, causeId }) {
      if (category_id !== before.category_id)
        await moveBooks(trx, { subCategoryId: id, from: before.category_id, to: category_id, causeId });
    },
    async assertRemovable(trx, id) {
      assertNotInUse('sub-category', { 'book|books': await booksInSubCategory(trx, id) });
    },
    users: referencesOfSubCategory,
    async assertRestorable(trx, { category_id }) {
      const existingCategory = await trx
        .selectFrom('categories')
        .select('id')
        .where('id', '=', category_id)
        .executeTakeFirst();
      if (!existingCategory) throw appError(knownErrors.ownerMissing('sub-category', 'category'));
    },
  });
  return { ...records, proposeCode: (name) => proposeCode(deps.database.kysely, 'sub_categories', name) };
}
