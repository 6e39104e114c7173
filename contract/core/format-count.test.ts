import { expect, it } from 'vitest';
import { countOf } from './format-count.ts';

it.each([
  [0, '0 files'],
  [1, '1 file'],
  [2, '2 files'],
  [999, '999 files'],
  [1000, '1,000 files'],
  [12_300, '12,300 files'],
  [1_234_567, '1,234,567 files'],
])('writes %i with its noun as %s', (count, text) => {
  expect(countOf(count, 'file')).toBe(text);
});

it('accepts an irregular plural', () => {
  expect([countOf(1, 'entry', 'entries'), countOf(2, 'entry', 'entries')]).toEqual(['1 entry', '2 entries']);
});
