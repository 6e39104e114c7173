import { subCategories } from '#contract/sub-categories/sub-categories';
import { createResourceSlice } from '#web/core/store/create-resource-slice.ts';

export const subCategoriesSlice = createResourceSlice(subCategories);
