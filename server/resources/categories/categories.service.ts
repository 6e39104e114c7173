import { categories } from '#contract/resources/categories';
import { codeFor, proposeCode } from '../codes.ts';
import { refuseInUse } from '../in-use.ts';
import type { CodeProposer } from '../proposed-code-routes.ts';
import type { Living } from '../record-life.ts';
import { type ServiceDeps, createRecordService } from '../record-service.ts';
import type { ServiceOf } from '#server/http/resource-service';
import { toCategory } from './categories.presenter.ts';
import { categoriesByIds, usersOfCategory, usesOfCategory } from './categories.repository.ts';

export function createCategoryService(
  deps: ServiceDeps,
): ServiceOf<typeof categories> & CodeProposer & Living {
  const records = createRecordService(deps, {
    declaration: categories,
    table: 'categories',
    searched: ['name', 'code'],
    rows: categoriesByIds,
    present: toCategory,
    async derive(trx, input, { name }, before) {
      return { code: await codeFor(trx, 'categories', name, input.code, before) };
    },
    async refuseRemoval(trx, id) {
      const { books, subCategories } = await usersOfCategory(trx, id);
      refuseInUse('category', { 'book|books': books, 'sub-category|sub-categories': subCategories });
    },
    users: usesOfCategory,
  });
  return { ...records, proposeCode: (name) => proposeCode(deps.database.kysely, 'categories', name) };
}
