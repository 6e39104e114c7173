import { expect, it } from 'vitest';
import { wordChanges } from './word-changes.ts';

it('marks the words that went and came', () => {
  expect(wordChanges('The old lamp burns', 'The new lamp burns low')).toEqual([
    { kind: 'same', text: 'The ' },
    { kind: 'gone', text: 'old' },
    { kind: 'new', text: 'new' },
    { kind: 'same', text: ' lamp burns' },
    { kind: 'new', text: ' low' },
  ]);
});

it.each([
  ['', ''],
  ['', 'all new'],
  ['all gone', ''],
  ['a b a b a', 'b a b'],
  ['word '.repeat(3_000), 'other '.repeat(2_000)],
])('gives both texts back', (before, after) => {
  const parts = wordChanges(before, after);
  const without = (kind: string) =>
    parts
      .filter((part) => part.kind !== kind)
      .map(({ text }) => text)
      .join('');
  expect([without('new'), without('gone')]).toEqual([before, after]);
});
