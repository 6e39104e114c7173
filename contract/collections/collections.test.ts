import { expect, test } from 'vitest';
import { limits } from '#contract/core/limits';
import { collections } from './collections.ts';

const errorsOf = (schema: 'create' | 'update', input: object) => {
  const { error } = collections[schema].safeParse(input);
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]));
};

test.each<[string, object, Record<string, string>]>([
  ['without title', { title: ' ' }, { title: 'Title is required' }],
  ['with too long a title', { title: 'x'.repeat(501) }, { title: 'Must be at most 500 characters' }],
  [
    'with too many books',
    { book_codes: Array.from({ length: limits.maxListLength + 1 }, (_, index) => `BK-${index}`) },
    { book_codes: `Must have at most ${limits.maxListLength} entries` },
  ],
  ['with a book that is no code', { book_codes: ['A', {}] }, { 'book_codes.1': 'Must be text' }],
])('a collection %s is refused', (_what, changes, errors) => {
  expect(errorsOf('create', { title: 'Shelf', ...changes })).toEqual(errors);
});

test.each<[string, unknown, string[] | undefined]>([
  ['no key at all', undefined, undefined],
  ['one blank code', [''], []],
  ['a code alone', 'A', ['A']],
  ['codes that repeat', ['B', 'A', 'B', '', 'A'], ['B', 'A']],
])('%s is read as what is meant', (_what, book_codes, codes) => {
  const { book_codes: parsedCodes } = collections.update.parse({ id: '4', version: '2', book_codes });
  expect(parsedCodes).toEqual(codes);
});

test('a change may leave everything out, but not blank the title', () => {
  expect(collections.update.parse({ id: '4' })).toEqual({ id: 4 });
  expect(errorsOf('update', { id: 4, title: '' })).toEqual({ title: 'Title is required' });
  expect(errorsOf('update', { title: 'Shelf' })).toHaveProperty('id');
});
