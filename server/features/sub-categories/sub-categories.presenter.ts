import { entryTypes } from '#contract/core/responses';
import type { SubCategory } from '#contract/sub-categories/sub-categories';
import { subCategoryColumns } from '#server/core/db/tables/sub-categories';
import { createPresenter } from '#server/core/resource/columns';
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
