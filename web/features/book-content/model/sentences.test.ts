import { expect, it } from 'vitest';
import type { Paragraph } from './book-content.ts';
import { splitSentences, sentencesOf } from './sentences.ts';

const text = 'Mr. John Dashwood met Mrs. Smith.';
const paragraph: Paragraph = {
  key: 't1',
  id: 1,
  code: 'T-01',
  text,
  time: undefined,
  state: undefined,
  confidence: undefined,
  sentences: [],
};

it('does not end a sentence at an abbreviated title', () => {
  expect(splitSentences(text, 'en').map(({ from, to }) => [from, to])).toEqual([[0, 33]]);
  expect(sentencesOf(paragraph, 'en').map(({ from, to }) => text.slice(from, to))).toEqual([text]);
});

it('returns aligned sentences with their times, even if segmentation would differ today', () => {
  const alignedSentences = [
    { from: 0, to: 3, time: { start: 1, end: 1.5 }, state: 'aligned' as const, confidence: 0.9 },
    { from: 4, to: 26, time: { start: 1.5, end: 3 }, state: 'aligned' as const, confidence: 0.8 },
    { from: 27, to: 33, time: { start: 3, end: 4 }, state: 'aligned' as const, confidence: 0.7 },
  ];
  expect(sentencesOf({ ...paragraph, sentences: alignedSentences }, 'en')).toEqual(alignedSentences);
});
