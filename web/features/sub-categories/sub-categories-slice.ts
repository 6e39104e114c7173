import { subCategories } from '#contract/resources/sub-categories';
import { createResourceSlice } from '../../store/create-resource-slice.ts';

export const subCategoriesSlice = createResourceSlice(subCategories);
