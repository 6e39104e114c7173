import { entryTypes } from '#contract/answers';
import type { Category } from '#contract/resources/categories';
import { categoryColumns } from '#server/db/tables/categories';
import { createPresenter } from '../columns.ts';
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
