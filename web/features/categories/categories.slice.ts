import { categories } from '#contract/categories/categories';
import { createResourceSlice } from '#web/core/store/create-resource-slice.ts';

export const categoriesSlice = createResourceSlice(categories);
