import type { CreateOf } from '#contract/core/define-resource';
import type { collections } from '#contract/collections/collections';
import { columnsFor } from '../columns.ts';
import { recordColumns, recordKey } from './record-columns.ts';

export const collectionColumns = columnsFor<CreateOf<typeof collections>, 'book_codes'>()({
  ...recordKey,
  title: { type: 'text', isInput: true },
  description: { type: 'text', isInput: true, initial: '' },
  image_key: { type: 'file', apiName: 'image', initial: null },
  thumbnail_key: { type: 'file', apiName: 'thumbnail_url', initial: null },
  ...recordColumns,
});
