import { describe, expect, it } from 'vitest';
import { fakeProposal } from '#web/testing/fake-imports.ts';
import {
  canJoin,
  type Chapters,
  splitTexts,
  join,
  skippedOf,
  pair,
  revert,
  readTitles,
  remove,
  shiftTexts,
  split,
  withTitles,
} from './chapter-edits.ts';
import { toValues } from './proposal-values.ts';

const proposal = fakeProposal(1);
const { chapters } = toValues(proposal);

/** Summarizes chapters as `Part 1 0-600 0:0-4`: name, seconds, texts. */
const summary = (list: Chapters) =>
  list.map(({ name, audio, texts }) =>
    [
      name,
      audio ? `${audio.start}-${audio.end}` : '-',
      ...texts.map(({ text, from, to }) => `${text}:${from}-${to}`),
    ].join(' '),
  );

describe('join', () => {
  it('merges two neighbours under the name of the first', () => {
    expect(summary(join(chapters, 'c1'))).toEqual(['Part 1 0-1200 0:0-4 1:0-4', 'Part 3 1200-1800 2:0-4']);
  });

  it('reverts a split', () => {
    const cut = split(chapters, { id: 'c2', clip: { seconds: 900, items: 1 }, name: 'New' });
    expect(join(cut, 'c2')).toEqual(chapters);
  });

  it('rejects audio of two files, audio in reverse order, and the last chapter', () => {
    const other = { file: 1, start: 600, end: 900 };
    const [first, second, third] = chapters;
    if (!first || !second || !third) throw new Error('three chapters are needed');
    expect(canJoin(first, { ...second, audio: other })).toBe(false);
    expect(canJoin(second, first)).toBe(false);
    expect(canJoin(first, { ...second, audio: null })).toBe(true);
    expect(join(chapters, 'c3')).toBe(chapters);
  });
});

describe('split', () => {
  it('splits audio and text', () => {
    expect(summary(split(chapters, { id: 'c2', clip: { seconds: 700, items: 3 }, name: 'New' }))).toEqual([
      'Part 1 0-600 0:0-4',
      'Part 2 600-700 1:0-3',
      'New 700-1200 1:3-4',
      'Part 3 1200-1800 2:0-4',
    ]);
  });

  it('assigns an ID that no chapter has', () => {
    const twice = split(split(chapters, { id: 'c1', clip: { seconds: 300 }, name: '' }), {
      id: 'c1',
      clip: { seconds: 200 },
      name: '',
    });
    expect(new Set(twice.map(({ id }) => id)).size).toBe(twice.length);
  });

  it('changes nothing when a part would be empty', () => {
    expect(split(chapters, { id: 'c1', clip: { seconds: 600 }, name: '' })).toBe(chapters);
    expect(split(chapters, { id: 'c1', clip: {}, name: '' })).toBe(chapters);
    const silent = pair(chapters, 'c1', { audio: null });
    expect(split(silent, { id: 'c1', clip: { items: 0 }, name: '' })).toBe(silent);
  });
});

it('splits ranges across their borders', () => {
  const ranges = [
    { text: 0, from: 2, to: 4 },
    { text: 1, from: 0, to: 3 },
  ];
  expect(splitTexts(ranges, 3)).toEqual([
    [
      { text: 0, from: 2, to: 4 },
      { text: 1, from: 0, to: 1 },
    ],
    [{ text: 1, from: 1, to: 3 }],
  ]);
});

describe('shiftTexts', () => {
  it('moves texts down, the last into its own chapter', () => {
    expect(summary(shiftTexts(chapters, 'c2', 1))).toEqual([
      'Part 1 0-600 0:0-4',
      'Part 2 600-1200',
      'Part 3 1200-1800 1:0-4',
      'Part 3 - 2:0-4',
    ]);
  });

  it('moves texts up, and removes the empty chapter', () => {
    const down = shiftTexts(chapters, 'c2', 1);
    expect(summary(shiftTexts(down, 'c3', -1))).toEqual(summary(chapters));
  });

  it('merges texts with those of the previous chapter', () => {
    expect(summary(shiftTexts(chapters, 'c2', -1))).toEqual([
      'Part 1 0-600 0:0-4 1:0-4',
      'Part 2 600-1200 2:0-4',
      'Part 3 1200-1800',
    ]);
    expect(shiftTexts(chapters, 'c1', -1)).toBe(chapters);
  });
});

it('removes the audio and texts of a pairing from other chapters', () => {
  const pairedChapters = pair(chapters, 'c1', {
    audio: { file: 0, start: 600, end: 1200 },
    texts: [{ text: 1, from: 0, to: 4 }],
  });
  expect(summary(pairedChapters)).toEqual(['Part 1 600-1200 1:0-4', 'Part 3 1200-1800 2:0-4']);
});

it('keeps the other part of a split text', () => {
  const cut = split(chapters, { id: 'c1', clip: { seconds: 300, items: 2 }, name: 'New' });
  const ownTexts = cut[0]?.texts ?? [];
  expect(pair(cut, 'c1', { texts: ownTexts })).toEqual(cut);
  const whole = pair(cut, 'c1', { texts: [{ text: 0, from: 0, to: 3 }] });
  expect(summary(whole).slice(0, 2)).toEqual(['Part 1 0-300 0:0-3', 'New 300-600 0:3-4']);
  const middle = pair(chapters, 'c2', { texts: [{ text: 0, from: 1, to: 3 }] });
  expect(summary(middle).slice(0, 2)).toEqual(['Part 1 0-600 0:0-1 0:3-4', 'Part 2 600-1200 0:1-3']);
});

it('lists the skipped part of a text, and includes it at its original position', () => {
  const cut = split(chapters, { id: 'c1', clip: { seconds: 300, items: 2 }, name: 'New' });
  const without = pair(cut, 'c1', { texts: [] });
  const skippedContent = skippedOf(without, proposal);
  expect(skippedContent).toEqual({ audios: [], texts: [{ text: 0, from: 0, to: 2 }] });
  expect(
    summary(
      revert(remove(cut, cut[1]?.id ?? ''), { audios: [], texts: [{ text: 0, from: 2, to: 4 }] }, proposal),
    ),
  ).toEqual(['Part 1 0-300 0:0-2', 'Part 1 - 0:2-4', 'Part 2 600-1200 1:0-4', 'Part 3 1200-1800 2:0-4']);
});

it('lists skipped entries, and includes them at their original position', () => {
  const without = remove(chapters, 'c2');
  expect(skippedOf(without, proposal)).toEqual({ audios: [1], texts: [{ text: 1, from: 0, to: 4 }] });
  expect(summary(revert(without, skippedOf(without, proposal), proposal))).toEqual([
    'Part 1 0-600 0:0-4',
    'Part 2 - 1:0-4',
    'Track 2 600-1200',
    'Part 3 1200-1800 2:0-4',
  ]);
  expect(skippedOf(chapters, proposal)).toEqual({ audios: [], texts: [] });
});

it('reads pasted titles without their numbers if all lines have one', () => {
  expect(readTitles('1. The lamp\r\n\n2) 1984\n')).toEqual(['The lamp', '1984']);
  expect(readTitles('The lamp\n1984')).toEqual(['The lamp', '1984']);
});

it('renames chapters in order, and keeps the others', () => {
  expect(withTitles(chapters, ['One', 'Two']).map(({ name }) => name)).toEqual(['One', 'Two', 'Part 3']);
});
