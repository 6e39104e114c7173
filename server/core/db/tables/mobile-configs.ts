import type { CreateOf } from '#contract/core/define-resource';
import type { mobileConfigs } from '#contract/mobile-configs/mobile-configs';
import { columnsFor } from '../columns.ts';
import { recordColumns, recordKey } from './record-columns.ts';

export const mobileConfigColumns = columnsFor<CreateOf<typeof mobileConfigs>, 'config'>()({
  ...recordKey,
  title: { type: 'text', isInput: true },
  is_main_service: { type: 'flag', isInput: true, initial: 0 },
  ...recordColumns,
});
