import type { StoryBook } from '#contract/resources/story-books';
import type { Lists } from '#server/journal/list-change';

/** The texts of a story book, for the journal. */
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
