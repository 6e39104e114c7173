import { categories } from '#contract/resources/categories';
import { createResourceSlice } from '../../store/create-resource-slice.ts';

export const categoriesSlice = createResourceSlice(categories);
