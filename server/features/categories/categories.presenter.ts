import { entryTypes } from '#contract/core/responses';
import type { Category } from '#contract/categories/categories';
import { categoryColumns } from '#server/core/db/tables/categories';
import { createPresenter } from '#server/core/resource/columns';
import type { StoredCategory } from './categories.repository.ts';

const present = createPresenter(categoryColumns);

export function toCategory({ row, subCategories }: StoredCategory): Category {
  return {
    ...present(row),
    type: entryTypes.category,
    sub_categories: subCategories.map(({ id, code, name }) => ({
      id,
      code,
      name,
      type: entryTypes.subCategory,
    })),
  };
}
