import type { CreateOf, QueryOf, UpdateOf } from '#contract/define-resource';
import type { Category, categories } from '#contract/resources/categories';
import { searchKeyOf } from '#server/db/folding';
import type { Database } from '#server/db/open';
import type { FileKeeper } from '#server/media/file-keeper';
import { codeFor } from '../codes.ts';
import { refuseInUse } from '../in-use.ts';
import { createRecordService } from '../record-service.ts';
import type { ResourceService } from '../resource-service.ts';
import { categoriesByIds, usersOfCategory } from './categories.repository.ts';

type Create = CreateOf<typeof categories>;
type Update = UpdateOf<typeof categories>;
export type CategoryService = ResourceService<Category, QueryOf<typeof categories>, Create, Update>;

export function createCategoryService(deps: {
  readonly database: Database;
  readonly files: FileKeeper;
}): CategoryService {
  return createRecordService<'categories', Category, QueryOf<typeof categories>, Create, Update>(deps, {
    table: 'categories',
    noun: 'category',
    present: categoriesByIds,
    async columns(trx, input, before) {
      const name = input.name ?? before?.name ?? '';
      const code = await codeFor(trx, 'categories', name, input.code, before);
      return { name, code, search_key: searchKeyOf(name, code) };
    },
    async refuseRemoval(trx, id) {
      const { books, subCategories } = await usersOfCategory(trx, id);
      refuseInUse('category', { 'book|books': books, 'sub-category|sub-categories': subCategories });
    },
  });
}
