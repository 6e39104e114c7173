import { expect, it } from 'vitest';
import { type Challenge, challenges } from '#contract/challenges/challenges';
import { toFormData } from '#web/core/api/encode.ts';
import { schemaErrors } from '#web/core/lib/schema-limits.ts';
import {
  type ChallengeValues,
  type DayBook,
  fieldOf,
  followingDays,
  renumberBooks,
  toPayload,
  toValues,
  withBook,
} from './challenge-form.ts';

const challenge: Challenge = {
  id: 4,
  title: 'A week',
  description: 'Of books',
  day_count: 7,
  image: null,
  is_active: false,
  items: [
    { book_code: 'b', order_index: 1, is_featured: false, book: null },
    { book_code: 'c', order_index: 2, is_featured: true, book: { name: 'Sea' } },
    { book_code: 'a', order_index: 0, book: { name: 'Fire' } },
  ],
};
const book = (code: string, day: number): DayBook => ({ book_code: code, order_index: day, name: code });
const days = (books: readonly DayBook[]) =>
  books.map((dayBook) => `${dayBook.order_index} ${dayBook.book_code}`);
const values = (changes: Partial<ChallengeValues>): ChallengeValues => ({
  ...toValues(challenge),
  ...changes,
});

it('counts days from 1 in the order of the API, and shows the code of a deleted book', () => {
  expect(toValues(challenge)).toEqual({
    title: 'A week',
    description: 'Of books',
    day_count: '7',
    items: [
      { book_code: 'a', order_index: 1, name: 'Fire' },
      { book_code: 'b', order_index: 2, name: 'b', is_featured: false },
      { book_code: 'c', order_index: 3, name: 'Sea', is_featured: true },
    ],
  });
  expect(toValues(undefined)).toEqual({ title: '', description: '', day_count: '', items: [] });
});

it('sends positions from 0 as JSON, always active, and is_featured only if known', () => {
  const form = toFormData(toPayload(values({ title: ' A week ', day_count: '3' })));
  expect([...form]).toEqual([
    ['title', 'A week'],
    ['description', 'Of books'],
    ['day_count', '3'],
    ['is_active', 'true'],
    ['items[]', '{"book_code":"a","order_index":0}'],
    ['items[]', '{"book_code":"b","order_index":1,"is_featured":false}'],
    ['items[]', '{"book_code":"c","order_index":2,"is_featured":true}'],
  ]);
});

it('renumbers after every change, and adds a code once', () => {
  const two = withBook(withBook([], { code: 'a', name: 'A' }), { code: 'b', name: 'B' });
  expect(days(two)).toEqual(['1 a', '2 b']);
  expect(withBook(two, { code: 'a', name: 'Another' })).toBe(two);
  expect(days(renumberBooks(two.slice(1)))).toEqual(['1 b']);
  const movedBooks = renumberBooks([two[1] as DayBook, two[0] as DayBook, book('c', 3)]);
  expect(days(movedBooks)).toEqual(['1 b', '2 a', '3 c']);
  const same = [book('a', 1), book('b', 2)];
  expect(renumberBooks(same).every((dayBook, index) => dayBook === same[index])).toBe(true);
});

it.each<[Partial<ChallengeValues>, Record<string, string>]>([
  [{}, {}],
  [
    { title: ' ', description: '\n', day_count: '', items: [] },
    {
      title: 'Title is required',
      description: 'Description is required',
      day_count: 'Duration must be at least 1 day',
      items: 'At least one book is required',
    },
  ],
  [{ day_count: '0' }, { day_count: 'Duration must be at least 1 day' }],
  [{ day_count: '0.9' }, { day_count: 'Duration must be at least 1 day' }],
  [{ day_count: '1.5' }, {}],
  [{ day_count: '1e3' }, {}],
  [{ day_count: '3661' }, { day_count: 'Duration can be at most 3660 days' }],
])('validates %j with the contract: %j', (changes, errors) => {
  expect(schemaErrors(challenges.create, toPayload(values(changes)))).toEqual(errors);
});

it('marks the list for an error of one of its books', () => {
  expect(['items', 'items.3.book_code', 'title'].map(fieldOf)).toEqual(['items', 'items', 'title']);
});

it.each([
  ['2', 2, 3, '3'],
  ['2', 2, 1, '1'],
  ['2', 2, 0, '2'],
  ['7', 2, 3, '7'],
  ['', 0, 1, ''],
  ['0', 0, 1, '0'],
])('changes days %j with %i, then %i books to %j', (day_count, before, after, expected) => {
  const books = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      book_code: `b${index}`,
      order_index: index + 1,
      name: '',
    }));
  expect(followingDays({ day_count, items: books(before) }, books(after))).toBe(expected);
});
