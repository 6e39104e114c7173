import type { StoryBook } from '#contract/story-books/story-books';
import { storyBookColumns } from '#server/core/db/tables/story-books';
import { createPresenter } from '#server/core/resource/columns';
import type { StoredStoryBook } from './story-books.repository.ts';

const present = createPresenter(storyBookColumns);

export function toStoryBook({ row, items }: StoredStoryBook): StoryBook {
  return {
    ...present(row),
    story_items: items.map((item) => ({
      book_code: item.book_code,
      chapter_code: item.chapter_code,
      text_item_code: item.text_item_code,
      is_featured: item.is_featured === 1,
      book: item.book_name === null || item.text_item_id === null ? null : { name: item.book_name },
    })),
  };
}
