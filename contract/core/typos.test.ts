import { expect, test } from 'vitest';
import {
  byProbability,
  correctedTexts,
  inOriginalSpelling,
  isOneTypoApart,
  similarWords,
  wordsWithTypos,
} from './typos.ts';

test.each([
  ['beatrix', 'beatrx', true],
  ['beatrix', 'beatrixx', true],
  ['beatrix', 'beatrax', true],
  ['beatrix', 'baetrix', true],
  ['beatrix', 'beatrixes', false],
  ['beatrix', 'baetrx', false],
  ['beatrix', 'beatrix', false],
  ['holloway', 'ollowayh', false],
  ['толстой', 'тослтой', true],
  ['book', 'books', true],
])('%s and %s are one typo apart: %s', (first, second, expected) => {
  expect(isOneTypoApart(first, second)).toBe(expected);
  expect(isOneTypoApart(second, first)).toBe(expected);
});

test('every single typo of a word is recognised', () => {
  const word = Array.from('holloway');
  const typos = word.flatMap((letter, index) => [
    word.toSpliced(index, 1),
    word.toSpliced(index, 0, 'x'),
    word.toSpliced(index, 1, 'x'),
    word.toSpliced(index, 2, word[index + 1] ?? '', letter),
  ]);
  for (const typo of typos.map((letters) => letters.join('')).filter((text) => text !== 'holloway'))
    expect(isOneTypoApart('holloway', typo), typo).toBe(true);
});

test('only words with letters and without digits are corrected', () => {
  expect(wordsWithTypos('the beatrx holloway bk-000123 abcde1 東京物語の本 holloway')).toEqual([
    'beatrx',
    'holloway',
  ]);
  expect(wordsWithTypos(`${'a'.repeat(40)} ${'b'.repeat(41)}`)).toEqual(['a'.repeat(40)]);
});

test('a similar word with the same first letter and length is the most probable', () => {
  expect(byProbability('hause', ['cause', 'hauser', 'house'])).toEqual(['house', 'hauser', 'cause']);
});

test('similar words replace the misspelt ones, all of them first', () => {
  const knownWords = new Set(['beatrix', 'holloway', 'hollows']);
  const similar = similarWords(wordsWithTypos('the beatrx hollow'), () => knownWords);
  expect([...similar]).toEqual([
    ['beatrx', ['beatrix']],
    ['hollow', ['hollows']],
  ]);
  expect(correctedTexts('the beatrx hollow', similar)).toEqual([
    'the beatrix hollows',
    'the beatrx hollows',
    'the beatrix hollow',
  ]);
  expect(correctedTexts('known', new Map())).toEqual([]);
});

test('a corrected search is written as in the matching text', () => {
  expect(inOriginalSpelling('beatrix holloway', ['By the Sea', 'Béatrix  Holloway, ed.'])).toBe(
    'Béatrix Holloway',
  );
  expect(inOriginalSpelling('hollo', ['Beatrix Holloway'])).toBe('hollo');
});
