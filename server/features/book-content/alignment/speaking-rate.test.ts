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

test('treats a sentence with an unusual amount of time as lost in part', () => {
  const share = (factor: number) => {
    const times = sentences.map(
      ({ weight }, index) => [100 * index, 100 * index + weight * (index === 1 ? factor : 1)] as const,
    );
    return lostWeightOf(sentences, times) / (weights[1] ?? 0);
  };
  const shares = [0.85, 0.6, 0.3, 1.5, 2, 4].map(share);
  const [quick = 0, slow = 0] = [shares[1], shares[4]];
  expect(shares).toEqual([0, quick, 1, 0, slow, 1]);
  expect([quick, slow].every((value) => value > 0.3 && value < 0.7)).toBe(true);
});
