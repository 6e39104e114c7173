import { expect, test } from 'vitest';
import { limits } from '#contract/core/limits';
import { challenges } from './challenges.ts';

const errorsOf = (schema: 'create' | 'update', input: object) => {
  const { error } = challenges[schema].safeParse(input);
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]));
};
const valid = { title: 'A week', description: 'Of books', day_count: '7', items: [{ book_code: 'BK-1' }] };

test.each<[string, object, Record<string, string>]>([
  [
    'all fields missing',
    { title: undefined, description: ' ', day_count: '', items: undefined },
    {
      title: 'Title is required',
      description: 'Description is required',
      day_count: 'Duration is required',
      items: 'At least one book is required',
    },
  ],
  ['zero days', { day_count: 0 }, { day_count: 'Duration must be at least 1 day' }],
  ['invalid days', { day_count: 'soon' }, { day_count: 'Duration must be at least 1 day' }],
  [
    'too many days',
    { day_count: limits.maxChallengeDays + 1 },
    { day_count: 'Duration can be at most 3660 days' },
  ],
  ['an empty list', { items: '' }, { items: 'At least one book is required' }],
  [
    'a duplicate book',
    { items: ['{"book_code":"A"}', '{"book_code":"B"}', '{"book_code":"A"}'] },
    { 'items.2.book_code': 'Book A is already in this list' },
  ],
  [
    'a book without a code',
    { items: [{ order_index: 0 }] },
    { 'items.0.book_code': 'Book code is required' },
  ],
  [
    'a negative order',
    { items: [{ book_code: 'A', order_index: -1 }] },
    { 'items.0.order_index': 'Order can’t be negative' },
  ],
])('rejects a new challenge with %s', (_what, changes, errors) => {
  expect(errorsOf('create', { ...valid, ...changes })).toEqual(errors);
});

test('accepts an update without fields, but not with an empty list', () => {
  expect(challenges.update.parse({ id: '4' })).toEqual({ id: 4 });
  expect(errorsOf('update', { id: 4, items: [] })).toEqual({ items: 'At least one book is required' });
});

test.each<[string, unknown]>([
  ['JSON', [{ book_code: 'A', order_index: 0, is_featured: true }, { book_code: 'B' }]],
  ['repeated JSON strings', ['{"book_code":"A","order_index":0,"is_featured":true}', '{"book_code":"B"}']],
  ['one JSON string', '[{"book_code":"A","order_index":"0","is_featured":"1"},{"book_code":"B"}]'],
  ['form fields', [{ book_code: 'A', order_index: '0', is_featured: 'true' }, { book_code: 'B' }]],
])('parses books from %s', (_what, items) => {
  expect(challenges.create.parse({ ...valid, items }).items).toEqual([
    { book_code: 'A', order_index: 0, is_featured: true },
    { book_code: 'B' },
  ]);
});
