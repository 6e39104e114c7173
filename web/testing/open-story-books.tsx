import { screen } from '@testing-library/react';
import type { StoryBook, StoryItem } from '#contract/story-books/story-books';
import { StoryBooksScreen } from '#web/features/story-books/story-books-screen.tsx';
import { createFakeApi, type FakeApi } from './fake-api.ts';
import { renderScreen } from './render-screen.tsx';

/** Returns an item of a story book. */
export const storyItem = (number: number, changes: Partial<StoryItem> = {}): StoryItem => ({
  book_code: `BK-00000${number}`,
  chapter_code: 'ch-1',
  text_item_code: 't-1',
  is_featured: false,
  book: { name: `Book ${number}` },
  ...changes,
});

/** Returns a story book with one item. */
export const fakeStory = (id: number, changes: Partial<StoryBook> = {}): StoryBook => ({
  id,
  title: `Story ${id}`,
  description: '',
  story_items: [storyItem(1)],
  version: 1,
  ...changes,
});

/** Returns a fake API with these story books. */
export function fakeStories(...stories: StoryBook[]): FakeApi {
  const fake = createFakeApi();
  fake.items['story-books'].push(...stories);
  return fake;
}

/** Opens the Story Books screen, and waits for its list. */
export async function openStoryBooks(fake: FakeApi, permissions?: string[]) {
  if (permissions) fake.user.permissions = permissions;
  const view = renderScreen(<StoryBooksScreen />, { route: '/story-books', fake });
  await screen.findByText(/^Total: \d+ items$/);
  return view;
}
