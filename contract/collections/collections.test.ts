import { expect, test } from 'vitest';
import { limits } from '#contract/core/limits';
import { collections } from './collections.ts';

const errorsOf = (schema: 'create' | 'update', input: object) => {
  const { error } = collections[schema].safeParse(input);
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]));
};

test.each<[string, object, Record<string, string>]>([
  ['without a title', { title: ' ' }, { title: 'Title is required' }],
  ['with a title that is too long', { title: 'x'.repeat(501) }, { title: 'Must be at most 500 characters' }],
  [
    'with too many books',
    { book_codes: Array.from({ length: limits.maxListLength + 1 }, (_, index) => `BK-${index}`) },
    { book_codes: `Must have at most ${limits.maxListLength} entries` },
  ],
  ['with an invalid book code', { book_codes: ['A', {}] }, { 'book_codes.1': 'Must be text' }],
])('rejects a collection %s', (_what, changes, errors) => {
  expect(errorsOf('create', { title: 'Shelf', ...changes })).toEqual(errors);
});

test.each<[string, unknown, string[] | undefined]>([
  ['a missing key', undefined, undefined],
  ['one blank code', [''], []],
  ['a single code', 'A', ['A']],
  ['duplicate codes', ['B', 'A', 'B', '', 'A'], ['B', 'A']],
])('parses %s', (_what, book_codes, codes) => {
  const { book_codes: parsedCodes } = collections.update.parse({ id: '4', version: '2', book_codes });
  expect(parsedCodes).toEqual(codes);
});

test('accepts an update without fields, but not with a blank title', () => {
  expect(collections.update.parse({ id: '4' })).toEqual({ id: 4 });
  expect(errorsOf('update', { id: 4, title: '' })).toEqual({ title: 'Title is required' });
  expect(errorsOf('update', { title: 'Shelf' })).toHaveProperty('id');
});
