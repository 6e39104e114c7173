import { challenges } from '#contract/resources/challenges';
import { createResourceSlice } from '../../store/create-resource-slice.ts';

export const challengesSlice = createResourceSlice(challenges);
