import { expect, it } from 'vitest';
import type { Chapter, BookContent, Paragraph } from './book-content.ts';
import { replaceTexts } from './replace-texts.ts';

const paragraph = (id: number, text: string): Paragraph => ({
  key: `t${id}`,
  id,
  code: `T-${id}`,
  text,
  time: { start: id, end: id + 1 },
  state: 'anchor',
  confidence: undefined,
  sentences: [
    { from: 0, to: text.length, time: { start: id, end: id + 1 }, state: 'anchor', confidence: undefined },
  ],
});
const chapter: Chapter = {
  key: 'c1',
  id: 1,
  code: 'CH-1',
  name: 'One',
  audio: undefined,
  isLocked: false,
  missingInText: [],
  paragraphs: [paragraph(1, 'The wind rose.'), paragraph(2, 'Nobody came.'), paragraph(3, 'It was late.')],
};
const bookContent: BookContent = { chapters: [chapter], made: 4 };
const replaceWith = (...texts: string[]) => {
  const after = replaceTexts(bookContent, 'c1', texts);
  return (after.chapters[0]?.paragraphs ?? []).map(({ id, text, time }) => [id, text, time?.start]);
};

it('keeps unchanged paragraphs, and the codes of corrected ones', () => {
  expect(replaceTexts(bookContent, 'c1', ['The wind rose.', 'Nobody came.', 'It was late.'])).toBe(
    bookContent,
  );
  expect(replaceWith('A new one.', 'The wind rose.', 'Nobody came!', 'It was late.')).toEqual([
    [undefined, 'A new one.', undefined],
    [1, 'The wind rose.', 1],
    [2, 'Nobody came!', 2],
    [3, 'It was late.', 3],
  ]);
  expect(replaceWith('It was late.')).toEqual([[3, 'It was late.', 3]]);
});

it('removes the times of a replaced paragraph, but keeps its code', () => {
  expect(replaceWith('The wind rose.', 'Snow fell on all roofs.', 'It was late.', 'It was late.')).toEqual([
    [1, 'The wind rose.', 1],
    [2, 'Snow fell on all roofs.', undefined],
    [3, 'It was late.', 3],
    [undefined, 'It was late.', undefined],
  ]);
});
