import { publishers } from '#contract/publishers/publishers';
import { createResourceSlice } from '#web/core/store/create-resource-slice.ts';

export const publishersSlice = createResourceSlice(publishers);
