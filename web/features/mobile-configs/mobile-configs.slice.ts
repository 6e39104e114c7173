import { mobileConfigs } from '#contract/mobile-configs/mobile-configs';
import { createResourceSlice } from '#web/core/store/create-resource-slice.ts';

export const mobileConfigsSlice = createResourceSlice(mobileConfigs);
