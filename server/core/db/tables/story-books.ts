import type { CreateOf } from '#contract/core/define-resource';
import type { storyBooks } from '#contract/story-books/story-books';
import { columnsFor } from '../columns.ts';
import { recordColumns, recordKey } from './record-columns.ts';

export const storyBookColumns = columnsFor<CreateOf<typeof storyBooks>, 'story_items'>()({
  ...recordKey,
  title: { type: 'text', isInput: true },
  description: { type: 'text', isInput: true, initial: '' },
  ...recordColumns,
});
