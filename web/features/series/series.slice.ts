import { series } from '#contract/series/series';
import { createResourceSlice } from '#web/core/store/create-resource-slice.ts';

export const seriesSlice = createResourceSlice(series);
