import { expect, it } from 'vitest';
import { movedList } from './move-item.ts';

it.each([
  [0, 2, 'bcad'],
  [3, 0, 'dabc'],
  [1, 1, 'abcd'],
  [2, 99, 'abdc'],
  [2, -5, 'cabd'],
  [9, 0, 'abcd'],
])('moves item %i to index %i: %s', (from, to, expected) => {
  expect(movedList('abcd'.split(''), from, to).join('')).toBe(expected);
});
