import type { CreateOf } from '#contract/core/define-resource';
import type { series } from '#contract/series/series';
import { columnsFor } from '../columns.ts';
import { recordColumns, recordKey } from './record-columns.ts';

export const seriesColumns = columnsFor<CreateOf<typeof series>, 'books'>()({
  ...recordKey,
  title: { type: 'text', isInput: true },
  description: { type: 'text', isInput: true, initial: '' },
  is_ordered: { type: 'flag', isInput: true, initial: 1 },
  image_key: { type: 'file', apiName: 'image', initial: null },
  thumbnail_key: { type: 'file', apiName: 'thumbnail_url', initial: null },
  ...recordColumns,
});
