import { expect, test } from 'vitest';
import type { Span } from './pauses.ts';
import { followsPause, pauseShareOf, startAfterPauses } from './sentence-pauses.ts';

/** Five sentences of two seconds, with a pause of half a second before each. */
const silences = Array.from({ length: 5 }, (_, index): Span => [2.5 * index, 2.5 * index + 0.5]);
const spans = silences.map(([start, end]): Span => [end, start + 2.5]);
const withStart = (start: number): Span[] =>
  spans.map((span, index) => (index === 2 ? [start, span[1]] : span));

test('recognises starts that follow a pause', () => {
  expect(followsPause(3.1, silences)).toBe(true);
  expect(followsPause(3.4, silences)).toBe(false);
  expect(followsPause(3, [[2.9, 3]])).toBe(false);
  expect(pauseShareOf([0.5, 3, 4, undefined], silences)).toBeCloseTo(2 / 3);
});

test('moves a start that precedes a pause behind it', () => {
  expect(startAfterPauses(withStart(4.4), silences)).toEqual(spans);
});

test('preserves a start long before a pause, before a short pause, and in speech without pauses', () => {
  expect(startAfterPauses(withStart(3.6), silences)).toEqual(withStart(3.6));
  const short = silences.map((silence, index): Span => (index === 2 ? [5.2, 5.5] : silence));
  expect(startAfterPauses(withStart(4.4), short)).toEqual(withStart(4.4));
  expect(startAfterPauses(withStart(4.4), silences.slice(2, 3))).toEqual(withStart(4.4));
});

test('preserves a start after a pause, and a sentence that was not found', () => {
  const pauses: Span[] = [...silences, [5.9, 6.3]];
  expect(startAfterPauses([...spans, undefined], pauses)).toEqual([...spans, undefined]);
});
