import type { Generated, Selectable } from 'kysely';
import type { CreateOf } from '#contract/core/define-resource';
import type { publishers } from '#contract/publishers/publishers';
import { columnsFor } from '../columns.ts';
import { recordColumns, recordKey } from './record-columns.ts';

export const publisherColumns = columnsFor<CreateOf<typeof publishers>, 'imprints'>()({
  ...recordKey,
  name: { type: 'text', isInput: true },
  /** Equal for all spellings of one name. */
  name_key: { type: 'text', apiName: false },
  website: { type: 'text', isInput: true, initial: '' },
  description: { type: 'text', isInput: true, initial: '' },
  image_key: { type: 'file', apiName: 'image', initial: null },
  thumbnail_key: { type: 'file', apiName: 'thumbnail_url', initial: null },
  ...recordColumns,
});

/** An imprint, in the order of its publisher. */
export interface ImprintsTable {
  id: Generated<number>;
  publisher_id: number;
  position: number;
  name: string;
  /** Equal for all spellings of one name. It is unique in the publisher. */
  name_key: string;
}

export type ImprintRow = Selectable<ImprintsTable>;
