import { screen, waitFor } from '@testing-library/react';
import type { ComponentType } from 'react';
import { expect, it } from 'vitest';
import { CategoriesScreen } from '#web/features/categories/categories-screen.tsx';
import { ChallengesScreen } from '#web/features/challenges/challenges-screen.tsx';
import { CollectionsScreen } from '#web/features/collections/collections-screen.tsx';
import { MobileConfigsScreen } from '#web/features/mobile-configs/mobile-configs-screen.tsx';
import { StoryBooksScreen } from '#web/features/story-books/story-books-screen.tsx';
import { SubCategoriesScreen } from '#web/features/sub-categories/sub-categories-screen.tsx';
import { createFakeApi } from '#web/testing/fake-api.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';

const block = { title: 'Top', type: 'list_collection', data: null };
const item = { book_code: 'BK-9', chapter_code: null, order_index: null };

// Servers that follow the specification may omit these fields or send null.
it.each<[ComponentType, path: string, records: object[], edit: string, shows: string[]]>([
  [CategoriesScreen, 'categories', [{ name: 'A' }, { name: 'B', image_url: null }], 'Edit A', ['No Image']],
  [SubCategoriesScreen, 'sub-categories', [{ name: 'A' }, { name: 'B', category: null }], 'Edit B', []],
  [
    CollectionsScreen,
    'collections',
    [{ title: 'A' }, { title: 'B', description: null, image: null, books: null }],
    'Edit A',
    ['No Image', 'No books', '0'],
  ],
  [
    StoryBooksScreen,
    'story-books',
    [{ title: 'A' }, { title: 'B', story_items: [item] }, { title: 'C', story_items: null }],
    'Edit B',
    ['BK-9', '-'],
  ],
  [
    MobileConfigsScreen,
    'mobile-configs',
    [{ title: 'A' }, { title: 'B', config: [block] }, { title: 'C', config: null }],
    'Edit B',
    ['No'],
  ],
  [
    ChallengesScreen,
    'challenges',
    [{ title: 'A' }, { title: 'B', description: null, items: [item] }, { title: 'C', items: null }],
    'Edit Challenge B',
    ['0 days', '0 books', '1 books'],
  ],
])('shows and edits incomplete responses, %#', async (Screen, path, records, edit, shows) => {
  const fake = createFakeApi();
  const items = records.map((record, index) => ({ id: index + 1, ...record }));
  fake.respondNext({ path: `/books/${path}`, method: 'GET' }, { success: true, items });
  const { user } = renderScreen(<Screen />, { fake });
  const button = await screen.findByRole('button', { name: edit });
  for (const text of shows) expect(screen.getAllByText(text).length).toBeGreaterThan(0);
  await user.click(button);
  const dialog = await screen.findByRole('dialog');
  await waitFor(() => expect(dialog.querySelector('form')).not.toBeNull());
  expect(dialog.textContent).not.toMatch(/undefined|null|NaN/);
  for (const input of dialog.querySelectorAll('input')) expect(input.value).not.toMatch(/undefined|null|NaN/);
});
