import { entryTypes } from '#contract/answers';
import type { SubCategory } from '#contract/resources/sub-categories';
import { subCategoryColumns } from '#server/db/tables/sub-categories';
import { createPresenter } from '../columns.ts';
import type { StoredSubCategory } from './sub-categories.repository.ts';

const present = createPresenter(subCategoryColumns);

export function toSubCategory(row: StoredSubCategory): SubCategory {
  const { category_id, category_code, category_name } = row;
  return {
    ...present(row),
    type: entryTypes.subCategory,
    category_code,
    category: { id: category_id, code: category_code, name: category_name, type: entryTypes.category },
  };
}
