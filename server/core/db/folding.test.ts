import { expect, test } from 'vitest';
import { wordPrefixesOf, isFound, searchedNumber, searchKeyOf } from './folding.ts';

test('short searches match prefixes of words, longer ones any part', () => {
  const key = searchKeyOf('(New) Straße  d’Été', 'BK-000123');
  expect(key).toBe('(new) straße d’ete\nbk-000123');
  for (const name of [
    'n',
    'ne',
    '(',
    '(n',
    's',
    'st',
    'd',
    'e',
    'et',
    'b',
    'bk',
    '0',
    '00',
    'raß',
    'e d',
    '-000',
  ])
    expect([name, isFound(key, name)]).toEqual([name, true]);
  for (const unmatchedSearch of ['w', 'tr', '-', '1', 'xyz', 'ete bk', 'ebk'])
    expect([unmatchedSearch, isFound(key, unmatchedSearch)]).toEqual([unmatchedSearch, false]);
  expect(new Set(wordPrefixesOf(key).split(' ')).size).toBe(wordPrefixesOf(key).split(' ').length);
});

test.each<[string, number | undefined]>([
  ['7', 7],
  ['000012', 12],
  ['2147483647', 2_147_483_647],
  ['2147483648', undefined],
  ['9'.repeat(200), undefined],
  ['0', undefined],
  ['7a', undefined],
  ['-7', undefined],
  ['1 2', undefined],
  ['', undefined],
])('the search %j is for the number %j', (codeText, number) => expect(searchedNumber(codeText)).toBe(number));
