import type { Transaction } from 'kysely';
import { type StoryBook, storyReference } from '#contract/story-books/story-books';
import type { Schema } from '#server/core/db/schema';
import type { Lists } from '#server/core/audit-log/list-change';
import { updateStoryItems, isProblem } from './story-references.ts';

/** Returns the texts of a story book, for the audit log. */
export const listsOfStoryBook = ({ story_items }: StoryBook): Lists =>
  new Map([
    [
      'story_items',
      story_items.map(({ book_code, chapter_code, text_item_code, is_featured, book }) => ({
        key: `${book_code}/${chapter_code}/${text_item_code}`,
        name: book?.name ?? book_code,
        details: { book_code, chapter_code, text_item_code, is_featured },
      })),
    ],
  ]);

/** Returns the input of an update that restores these texts. */
export async function inputOfStoryBook(trx: Transaction<Schema>, lists: Lists) {
  const items = (lists.get('story_items') ?? []).flatMap(({ details }) => {
    const { data } = storyReference.safeParse(details);
    return data ? [{ ...data, is_featured: details?.['is_featured'] === true }] : [];
  });
  const references = await updateStoryItems(trx, items);
  return {
    story_items: items.filter((_item, index) => {
      const reference = references[index];
      return reference !== undefined && !isProblem(reference);
    }),
  };
}
