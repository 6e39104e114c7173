import { expect, test } from 'vitest';
import { limits } from '#contract/core/limits';
import { series } from './series.ts';

const errorsOf = (schema: 'create' | 'update', input: object) => {
  const { error } = series[schema].safeParse(input);
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]));
};

test.each<[string, object, Record<string, string>]>([
  ['without a title', { title: ' ' }, { title: 'Title is required' }],
  [
    'with a position that is too long',
    { books: [{ code: 'A', position: 'x'.repeat(21) }] },
    { 'books.0.position': 'Must be at most 20 characters' },
  ],
  ['with a book without a code', { books: [{ position: '1' }] }, { 'books.0.code': 'Book code is required' }],
  [
    'with the same book twice',
    { books: [{ code: 'A' }, { code: 'A' }] },
    { 'books.1.code': 'Book A is already in this list' },
  ],
  [
    'with too many books',
    { books: Array.from({ length: limits.maxListLength + 1 }, (_, index) => ({ code: `BK-${index}` })) },
    { books: `Must have at most ${limits.maxListLength} entries` },
  ],
])('rejects a series %s', (_what, changes, errors) => {
  expect(errorsOf('create', { title: 'Cycle', ...changes })).toEqual(errors);
});

test.each<[string, unknown, object[] | undefined]>([
  ['a missing key', undefined, undefined],
  ['a blank text', '', []],
  ['one JSON text', '[{"code":"A","position":"1–3"}]', [{ code: 'A', position: '1–3' }]],
  ['repeated JSON texts', ['{"code":"A"}', '{"code":"B"}'], [{ code: 'A' }, { code: 'B' }]],
  ['a number as a position', [{ code: 'A', position: 2.5 }], [{ code: 'A', position: '2.5' }]],
  ['a position with spaces', [{ code: 'A', position: ' 3 ' }], [{ code: 'A', position: '3' }]],
])('parses %s', (_what, books, parsedBooks) => {
  expect(series.update.parse({ id: '4', version: '2', books }).books).toEqual(parsedBooks);
});

test('names a series with one noun in singular and plural', () => {
  const { created, fetchFailed } = series.messages;
  expect([created, fetchFailed]).toEqual(['Series created successfully', 'Failed to fetch series']);
});
