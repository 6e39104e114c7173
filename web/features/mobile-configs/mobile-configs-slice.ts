import { mobileConfigs } from '#contract/resources/mobile-configs';
import { createResourceSlice } from '../../store/create-resource-slice.ts';

export const mobileConfigsSlice = createResourceSlice(mobileConfigs);
