import type { CreateOf } from '#contract/core/define-resource';
import type { categories } from '#contract/categories/categories';
import { columnsFor } from '../columns.ts';
import { recordColumns, recordKey } from './record-columns.ts';

export const categoryColumns = columnsFor<CreateOf<typeof categories>, 'code'>()({
  ...recordKey,
  name: { type: 'text', isInput: true },
  code: { type: 'text' },
  default_subjects: { type: 'subjects', isInput: true, initial: '', isAbsentIfBlank: true },
  image_key: { type: 'file', apiName: 'image_url', initial: null },
  thumbnail_key: { type: 'file', apiName: 'thumbnail_url', initial: null },
  ...recordColumns,
});
