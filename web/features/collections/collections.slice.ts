import { collections } from '#contract/collections/collections';
import { createResourceSlice } from '#web/core/store/create-resource-slice.ts';

export const collectionsSlice = createResourceSlice(collections);
