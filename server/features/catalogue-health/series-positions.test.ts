import { expect, test } from 'vitest';
import { duplicatePositions, missingPositions } from './series-positions.ts';

test.each([
  ['1 2 4', '3'],
  ['4 1', '2, 3'],
  ['1 2.5 3', '2'],
  ['1–3 4', ''],
  ['1-2 5', '3, 4'],
  ['3 1–2', ''],
  ['2 3', ''],
  ['I III', ''],
  ['1 1999', ''],
  ['1 15', '2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 3 more'],
])('finds the missing numbers of %j', (positions, missingNumbers) => {
  expect(missingPositions(positions.split(' '))).toBe(missingNumbers);
});

test.each([
  ['1 2 3', ''],
  ['1 2 1 2.5 2.5', '1, 2.5'],
  ['A a', 'A'],
])('finds the duplicates of %j', (positions, duplicates) => {
  expect(duplicatePositions(positions.split(' '))).toBe(duplicates);
});
