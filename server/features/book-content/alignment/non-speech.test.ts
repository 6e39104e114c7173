import { expect, test } from 'vitest';
import { COEFFICIENTS } from '#server/features/audio/analysis/acoustic-features';
import { FRAMES_A_SECOND } from './features.ts';
import { findNonSpeech, mergeSpans } from './non-speech.ts';

/** Returns features of passages. @param passages seconds of each, and how fast its spectrum changes */
function featuresOf(passages: readonly (readonly [seconds: number, speed: number])[]) {
  const rows = passages.flatMap(([seconds, speed]) =>
    Array.from({ length: seconds * FRAMES_A_SECOND }, (_, frame) =>
      Array.from({ length: COEFFICIENTS }, (_wave, wave) =>
        Math.round(40 * Math.sin(frame * speed * (1 + wave / 7) + wave)),
      ),
    ),
  );
  return { frames: rows.length, bytes: Int8Array.from(rows.flat()) };
}

const SPEECH = 0.4;
const MUSIC = 0.02;

test('finds long passages whose spectrum changes slowly', () => {
  const spans = findNonSpeech(
    featuresOf([
      [4, MUSIC],
      [6, SPEECH],
      [1, MUSIC],
      [5, SPEECH],
      [10, MUSIC],
      [3, SPEECH],
    ]),
  );
  const expected = [
    [0, 4],
    [16, 26],
  ];
  expect(spans).toHaveLength(expected.length);
  for (const [index, [start = 0, end = 0]] of expected.entries()) {
    expect(Math.abs((spans[index]?.[0] ?? 0) - start)).toBeLessThan(0.5);
    expect(Math.abs((spans[index]?.[1] ?? 0) - end)).toBeLessThan(0.5);
  }
});

test('finds nothing in speech with little music, in speech alone, and in no audio', () => {
  const book = [
    [30, SPEECH],
    [3, MUSIC],
    [30, SPEECH],
  ] as const;
  expect(findNonSpeech(featuresOf(book))).toEqual([]);
  expect(findNonSpeech(featuresOf([[20, SPEECH]]))).toEqual([]);
  expect(findNonSpeech({ frames: 0, bytes: new Int8Array() })).toEqual([]);
});

test('merges spans that overlap or touch', () => {
  expect(
    mergeSpans(
      [
        [0, 2],
        [5, 6],
      ],
      [
        [1, 3],
        [6, 7],
        [9, 10],
      ],
    ),
  ).toEqual([
    [0, 3],
    [5, 7],
    [9, 10],
  ]);
});
