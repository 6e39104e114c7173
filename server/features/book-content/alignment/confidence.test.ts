import { expect, test } from 'vitest';
import { MAX_ADVANTAGE } from './alternatives.ts';
import { type PathFit, confidencesOf } from './confidence.ts';
import type { Span } from './pauses.ts';
import { splitSentences } from './sentences.ts';

const SECONDS_OF_A_LETTER = 0.07;
const PAUSE = 0.6;
const sentences = splitSentences(
  Array.from({ length: 20 }, () => ({ text: 'The quick brown fox jumps over the lazy dog.' })),
  'en',
);

/** Returns sentences that are read evenly, with a pause before each. @param changes times of some sentences, in seconds from the usual ones */
function chapter(changes: ReadonlyMap<number, readonly [start: number, end: number]> = new Map()) {
  const times: Span[] = [];
  const silences: Span[] = [];
  let time = 0;
  for (const [index, { weight }] of sentences.entries()) {
    silences.push([time, time + PAUSE]);
    const start = time + PAUSE;
    const end = start + weight * SECONDS_OF_A_LETTER;
    const [startChange = 0, endChange = 0] = changes.get(index) ?? [];
    times.push([start + startChange, end + endChange]);
    time = end;
  }
  const alike = sentences.map(() => -0.9);
  return { silences, alignment: { times, lags: alike, firstLags: alike, explained: 0.8, foreign: [] } };
}

function uncertainIn({
  silences,
  alignment,
}: {
  readonly silences: readonly Span[];
  readonly alignment: PathFit;
}): number[] {
  const starts = alignment.times.map((span) => span?.[0]);
  const confidences = confidencesOf(sentences, alignment, { silences, starts });
  return confidences.flatMap((own, index) => (own?.isUncertain ? [index] : []));
}

test('trusts sentences that are read evenly and fit', () => {
  expect(uncertainIn(chapter())).toEqual([]);
});

test('doubts a sentence with little time, and one that starts long before a pause', () => {
  expect(uncertainIn(chapter(new Map([[7, [2.2, 0]]])))).toEqual([7]);
  const early = chapter(
    new Map([
      [11, [0, -1.6]],
      [12, [-1.6 - PAUSE, 0]],
    ]),
  );
  expect(uncertainIn(early)).toContain(12);
});

test('doubts a sentence whose letters fit badly', () => {
  const { silences, alignment } = chapter();
  const lags = alignment.lags.map((lag, index) => (index === 3 ? lag - 3 : lag));
  expect(uncertainIn({ silences, alignment: { ...alignment, lags, firstLags: lags } })).toEqual([3]);
});

test('doubts a sentence whose letters fit less well only when another start fits nearly as well', () => {
  const { silences, alignment } = chapter();
  const lags = alignment.lags.map((lag, index) => (index === 3 ? lag - 2 : lag));
  const withAdvantage = (advantage: number) => {
    const advantages = sentences.map((_, index) => (index === 3 ? advantage : MAX_ADVANTAGE));
    return uncertainIn({ silences, alignment: { ...alignment, lags, advantages } });
  };
  expect(withAdvantage(1)).toEqual([3]);
  expect(withAdvantage(MAX_ADVANTAGE)).toEqual([]);
});

test('doubts every sentence of a chapter that is read unevenly, or whose text explains little of the speech', () => {
  const changes = new Map<number, readonly [number, number]>(
    sentences.map((_, index) => [index, index % 2 === 0 ? [0, 1.2] : [1.2, 0]]),
  );
  expect(uncertainIn(chapter(changes))).toHaveLength(sentences.length);
  const { silences, alignment } = chapter();
  expect(uncertainIn({ silences, alignment: { ...alignment, explained: 0.5 } })).toHaveLength(
    sentences.length,
  );
});

test('returns nothing for a sentence that was not found', () => {
  const { silences, alignment } = chapter();
  const times = alignment.times.map((span, index) => (index === 4 ? undefined : span));
  const starts = times.map((span) => span?.[0]);
  const confidences = confidencesOf(sentences, { ...alignment, times }, { silences, starts });
  expect(confidences[4]).toBeUndefined();
  expect(confidences.filter((own) => own && own.confidence > 0.9)).toHaveLength(sentences.length - 1);
});
