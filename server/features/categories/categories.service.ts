import { checkedSubjects } from '#server/core/resource/book-subjects';
import { categories } from '#contract/categories/categories';
import { codeFor, proposeCode } from '#server/core/resource/codes';
import { assertNotInUse } from '#server/core/resource/in-use';
import type { CodeProposer } from '#server/core/resource/proposed-codes.routes';
import type { WithLifecycle } from '#server/core/resource/lifecycle';
import { type ServiceDeps, createRecordService } from '#server/core/resource/record-service';
import type { ServiceOf } from '#server/core/resource/resource-service';
import { toCategory } from './categories.presenter.ts';
import { categoriesByIds, countReferencesOfCategory, referencesOfCategory } from './categories.repository.ts';

export function createCategoryService(
  deps: ServiceDeps,
): ServiceOf<typeof categories> & CodeProposer & WithLifecycle {
  const records = createRecordService(deps, {
    declaration: categories,
    table: 'categories',
    searched: ['name', 'code'],
    rows: categoriesByIds,
    present: toCategory,
    async derive(trx, { input: { code, default_subjects }, values: { name }, before }) {
      return {
        code: await codeFor(trx, { table: 'categories', name, input: code, before }),
        ...(default_subjects && {
          default_subjects: await checkedSubjects(trx, default_subjects, 'default_subjects'),
        }),
      };
    },
    async assertRemovable(trx, id) {
      const { books, subCategories } = await countReferencesOfCategory(trx, id);
      assertNotInUse('category', { 'book|books': books, 'sub-category|sub-categories': subCategories });
    },
    users: referencesOfCategory,
  });
  return { ...records, proposeCode: (name) => proposeCode(deps.database.kysely, 'categories', name) };
}
