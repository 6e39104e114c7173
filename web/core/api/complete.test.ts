import { expect, it } from 'vitest';
import type { ResourceDeclaration } from '#contract/core/define-resource';
import { books } from '#contract/books/books';
import { categories } from '#contract/categories/categories';
import { challenges } from '#contract/challenges/challenges';
import { collections } from '#contract/collections/collections';
import { mobileConfigs } from '#contract/mobile-configs/mobile-configs';
import { storyBooks } from '#contract/story-books/story-books';
import { complete } from './complete.ts';

it.each<[ResourceDeclaration, object, object]>([
  [collections, {}, { title: '', description: '', image: null, books: [] }],
  [
    collections,
    { description: null, books: [null, { code: 7 }] },
    { description: '', books: [{ code: '7', name: '' }] },
  ],
  [storyBooks, { story_items: null }, { story_items: [] }],
  [
    storyBooks,
    { story_items: [{ book_code: 'BK-1', is_featured: 1 }] },
    {
      story_items: [
        { book_code: 'BK-1', chapter_code: '', text_item_code: '', is_featured: true, book: null },
      ],
    },
  ],
  [mobileConfigs, { config: null }, { is_main_service: false, config: [] }],
  [mobileConfigs, { config: [{ data: { items: null } }] }, { config: [{ title: '', data: {} }] }],
  [challenges, { items: null, extra: 1 }, { title: '', description: '', items: [], extra: 1 }],
  [categories, { name: 'Poetry' }, { name: 'Poetry', code: '', image_url: null, sub_categories: [] }],
  [books, { chapters: [{ id: 2 }] }, { chapters: [{ id: 2, name: '', track_url: null, text_items: [] }] }],
])('completes %#: a record with missing or unusual fields', ({ item }, completeItem, whole) => {
  expect(complete(item, { id: 1, ...completeItem })).toMatchObject({ id: 1, ...whole });
});

it('adds no numbers and no objects', () => {
  const whole = complete(books.item, { id: 1 });
  expect(whole).not.toHaveProperty('is_backup');
  expect(whole).not.toHaveProperty('author');
  expect(whole).not.toHaveProperty('chapters');
});
