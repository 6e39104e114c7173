import { expect, it } from 'vitest';
import { wordChanges } from './word-changes.ts';

it('marks removed and added words', () => {
  expect(wordChanges('The old lamp burns', 'The new lamp burns low')).toEqual([
    { kind: 'same', text: 'The ' },
    { kind: 'gone', text: 'old' },
    { kind: 'new', text: 'new' },
    { kind: 'same', text: ' lamp burns' },
    { kind: 'new', text: ' low' },
  ]);
});

it('groups adjacent changed words', () => {
  expect(
    wordChanges('It was the old tired keeper of the light', 'It was a young sailor of the light'),
  ).toEqual([
    { kind: 'same', text: 'It was ' },
    { kind: 'gone', text: 'the old tired keeper' },
    { kind: 'new', text: 'a young sailor' },
    { kind: 'same', text: ' of the light' },
  ]);
  expect(wordChanges('one two', 'one\ntwo three')).toEqual([
    { kind: 'same', text: 'one' },
    { kind: 'gone', text: ' ' },
    { kind: 'new', text: '\n' },
    { kind: 'same', text: 'two' },
    { kind: 'new', text: ' three' },
  ]);
});

it.each([
  ['', ''],
  ['x y z', ' z'],
  ['a b c d', 'e b f g'],
  ['', 'all new'],
  ['all gone', ''],
  ['a b a b a', 'b a b'],
  ['word '.repeat(3_000), 'other '.repeat(2_000)],
])('reproduces both texts', (before, after) => {
  const segments = wordChanges(before, after);
  const without = (kind: string) =>
    segments
      .filter((segment) => segment.kind !== kind)
      .map(({ text }) => text)
      .join('');
  expect([without('new'), without('gone')]).toEqual([before, after]);
});
