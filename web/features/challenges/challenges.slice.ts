import { challenges } from '#contract/challenges/challenges';
import { createResourceSlice } from '#web/core/store/create-resource-slice.ts';

export const challengesSlice = createResourceSlice(challenges);
