import { collections } from '#contract/resources/collections';
import { createResourceSlice } from '../../store/create-resource-slice.ts';

export const collectionsSlice = createResourceSlice(collections);
