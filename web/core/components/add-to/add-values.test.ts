import { expect, it } from 'vitest';
import type { Challenge } from '#contract/challenges/challenges';
import type { Collection } from '#contract/collections/collections';
import { mobileConfigs, type MobileConfig } from '#contract/mobile-configs/mobile-configs';
import type { StoryBook } from '#contract/story-books/story-books';
import {
  type AddedRecord,
  blocksFor,
  challengeWith,
  collectionWith,
  homeScreenWith,
  listOfChallenge,
  listOfCollection,
  listOfStoryBook,
  listsOnHomeScreen,
  storyBookWith,
} from './add-values.ts';

const book: AddedRecord = { kind: 'books', id: 9, name: 'Nine', code: 'BK-9' };

it('adds a book to a collection at any position', () => {
  const collection = {
    books: [
      { code: 'BK-1', name: 'One' },
      { code: 'BK-2', name: 'Two' },
    ],
  } as Collection;
  expect(listOfCollection(collection, book)).toEqual({ count: 2, position: undefined });
  expect(listOfCollection(collection, { ...book, code: 'BK-2' })).toEqual({ count: 2, position: 1 });
  expect(collectionWith(collection, book, 0)).toEqual({ book_codes: ['BK-9', 'BK-1', 'BK-2'] });
  expect(collectionWith(collection, book, 2)).toEqual({ book_codes: ['BK-1', 'BK-2', 'BK-9'] });
});

it('adds a book to a challenge in the order of its days, and adds a day when each book has its own', () => {
  const items = [
    { book_code: 'BK-2', order_index: 1, book: null },
    { book_code: 'BK-1', order_index: 0, is_featured: true, book: null },
  ];
  const challenge = { day_count: 2, items } as unknown as Challenge;
  expect(listOfChallenge(challenge, { ...book, code: 'BK-2' })).toEqual({ count: 2, position: 1 });
  const addedItems = [
    { book_code: 'BK-1', order_index: 0, is_featured: true },
    { book_code: 'BK-9', order_index: 1 },
    { book_code: 'BK-2', order_index: 2 },
  ];
  expect(challengeWith(challenge, book, 1)).toEqual({ items: addedItems, day_count: 3 });
  expect(challengeWith({ ...challenge, day_count: 30 }, book, 1)).toEqual({ items: addedItems });
});

it('adds a text item to a story book without changing the other items', () => {
  const own = { book_code: 'BK-1', chapter_code: 'c', text_item_code: 't', is_featured: true };
  const story = { story_items: [{ ...own, book: { name: 'One' } }] } as unknown as StoryBook;
  const text = { book_code: 'BK-9', chapter_code: 'ch-1', text_item_code: 't-1' };
  expect(listOfStoryBook(story, { ...book, code: 'BK-1' }).position).toBe(0);
  expect(storyBookWith(story, text, 1)).toEqual({ story_items: [own, { ...text, is_featured: false }] });
});

const home = {
  config: [
    { title: 'One', type: 'one_collection', data: { item: { id: 1, title: 'Sea' } } },
    { title: 'Empty', type: 'one_collection', data: { item: null } },
    { title: 'Shelf', type: 'list_collection', data: { items: [{ id: 1 }, { id: 2, title: 'Land' }] } },
    { title: 'Plans', type: 'challenges', data: { items: [{ id: 1, title: 'Plan' }] } },
    { title: 'Story', type: 'story_book', data: { item: { id: 5, title: 'Tale' } } },
  ],
} as unknown as MobileConfig;

it('offers the blocks of a home screen that have space for a record of this kind', () => {
  expect(blocksFor(home, { kind: 'collections', id: 7, name: 'New' })).toEqual([
    { index: 1, title: 'Empty', count: 0, position: undefined },
    { index: 2, title: 'Shelf', count: 2, position: undefined },
  ]);
  expect(blocksFor(home, { kind: 'collections', id: 1, name: 'Sea' })).toEqual([
    { index: 0, title: 'One', count: 1, position: 0 },
    { index: 1, title: 'Empty', count: 0, position: undefined },
    { index: 2, title: 'Shelf', count: 2, position: 0 },
  ]);
  expect(blocksFor(home, { kind: 'categories', id: 1, name: 'Fiction' })).toEqual([]);
});

it('lists each collection and challenge of a home screen once', () => {
  expect(listsOnHomeScreen(home)).toEqual([
    { kind: 'collections', id: 1, title: 'Sea', block: 1 },
    { kind: 'collections', id: 2, title: 'Land', block: 3 },
    { kind: 'challenges', id: 1, title: 'Plan', block: 4 },
  ]);
});

it('adds a record to an existing or new block in a form that the contract accepts', () => {
  const addedRecord: AddedRecord = { kind: 'collections', id: 7, name: 'New' };
  const read = (values: object) =>
    mobileConfigs.update
      .parse({ id: 1, ...values })
      .config?.map(({ title, type, data }) => [title, type, data]);
  const others = [
    ['One', 'one_collection', [1]],
    ['Empty', 'one_collection', []],
    ['Shelf', 'list_collection', [1, 2]],
    ['Plans', 'challenges', [1]],
    ['Story', 'story_book', [5]],
  ];
  expect(read(homeScreenWith(home, addedRecord, { index: 2, position: 1 }))).toEqual(
    others.with(2, ['Shelf', 'list_collection', [1, 7, 2]]),
  );
  expect(read(homeScreenWith(home, addedRecord, { index: 1, position: 0 }))).toEqual(
    others.with(1, ['Empty', 'one_collection', [7]]),
  );
  expect(read(homeScreenWith(home, addedRecord, { index: undefined, position: 0 }))).toEqual([
    ...others,
    ['New', 'list_collection', [7]],
  ]);
  const story: AddedRecord = { kind: 'story-books', id: 8, name: 'Tale' };
  expect(read(homeScreenWith(home, story, { index: undefined, position: 0 }))?.at(-1)).toEqual([
    'Tale',
    'story_book',
    [8],
  ]);
});
