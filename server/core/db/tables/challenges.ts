import type { CreateOf } from '#contract/core/define-resource';
import type { challenges } from '#contract/challenges/challenges';
import { columnsFor } from '../columns.ts';
import { recordColumns, recordKey } from './record-columns.ts';

export const challengeColumns = columnsFor<CreateOf<typeof challenges>, 'items'>()({
  ...recordKey,
  title: { type: 'text', isInput: true },
  description: { type: 'text', isInput: true },
  day_count: { type: 'integer', isInput: true },
  is_active: { type: 'flag', isInput: true, initial: 1 },
  image_key: { type: 'file', apiName: 'image', initial: null },
  thumbnail_key: { type: 'file', apiName: 'thumbnail_url', initial: null },
  ...recordColumns,
});
