import { expect, test } from 'vitest';
import { splitSentences } from './sentences.ts';
import { lostWeightOf, relativeTimesOf } from './speaking-rate.ts';

const sentences = splitSentences(
  ['One two three.', 'Four five six.', 'Seven eight.', 'Nine ten.'].map((text) => ({ text })),
  'en',
);
const weights = sentences.map(({ weight }) => weight);

test('compares the time of each sentence with the usual time of its length', () => {
  const [first = 0, second = 0, third = 0] = weights;
  const times = [[0, first], [20, 20 + second], [40, 40 + third / 4], undefined] as const;
  const roundedTimes = relativeTimesOf(sentences, times).map((time) => time && Math.round(time * 100) / 100);
  expect(roundedTimes).toEqual([1, 1, 0.25, undefined]);
  expect(lostWeightOf(sentences, times)).toBe(third + (weights[3] ?? 0));
});

test('treats sentences without any time as lost', () => {
  const times = sentences.map(() => [5, 5] as const);
  expect(relativeTimesOf(sentences, times)).toEqual([0, 0, 0, 0]);
  expect(lostWeightOf(sentences, times)).toBe(weights.reduce((sum, weight) => sum + weight, 0));
});
