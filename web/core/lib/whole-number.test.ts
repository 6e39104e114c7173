import { expect, it } from 'vitest';
import { toWholeNumber } from './whole-number.ts';

it.each([
  ['3', 3],
  ['3.7', 3],
  ['2.5', 2],
  ['-0.5', 0],
  ['-5', -5],
  ['1e3', 1000],
  ['', 0],
  [' ', 0],
  ['a few', 0],
  ['1e999', 0],
])('parses %j as %d', (text, number) => {
  expect(toWholeNumber(text)).toBe(number);
});
