import { parseSubjects } from '#contract/books/book-subjects';
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
    sub_categories: subCategories.map(({ id, code, name, default_subjects }) => ({
      id,
      code,
      name,
      type: entryTypes.subCategory,
      ...(default_subjects !== '' && { default_subjects: parseSubjects(default_subjects) }),
    })),
  };
}
