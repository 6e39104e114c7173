import type { CreateOf } from '#contract/core/define-resource';
import type { subCategories } from '#contract/sub-categories/sub-categories';
import { columnsFor } from '../columns.ts';
import { recordColumns, recordKey } from './record-columns.ts';

export const subCategoryColumns = columnsFor<CreateOf<typeof subCategories>, 'code' | 'category_code'>()({
  ...recordKey,
  category_id: { type: 'integer', apiName: false },
  name: { type: 'text', isInput: true },
  code: { type: 'text' },
  default_subjects: { type: 'subjects', isInput: true, initial: '', isAbsentIfBlank: true },
  ...recordColumns,
});
