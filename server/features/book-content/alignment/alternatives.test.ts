import { expect, test } from 'vitest';
import { MAX_ADVANTAGE, advantagesOf } from './alternatives.ts';
import { findPath } from './find-path.ts';
import { FOREIGN, SILENCE, classifyLetters } from './letter-classes.ts';
import { createLetterGraph, kinds, lettersOf } from './letter-graph.ts';
import type { LetterScorer } from './letter-models.ts';
import { boundsOf } from './path-bounds.ts';
import { nearFine } from './search-letters.ts';
import { splitSentences } from './sentences.ts';
import { transitionsOf } from './transitions.ts';

const FRAMES_OF_A_LETTER = 5;
const PAUSE = 60;
const sentences = splitSentences([{ text: `${'ab'.repeat(12)}. ${'Cd'.repeat(12)}.` }], 'en');

/** Returns the advantages of the starts of two sentences with a pause between them. @param pauseFit fit of each letter in the pause */
function advantages(pauseFit: number, isSearched: (sentence: number) => boolean = () => true): number[] {
  const letters = sentences.map((sentence) => lettersOf(sentence, 'en'));
  const classes = classifyLetters(letters);
  const graph = createLetterGraph(sentences, classes, 'en');
  const audio: number[] = [];
  for (let sentence = 0; sentence < graph.firstLetters.length; sentence += 1) {
    audio.push(...Array.from({ length: PAUSE }, () => SILENCE));
    for (let state = graph.firstLetters[sentence]!; state <= graph.lastLetters[sentence]!; state += 1)
      audio.push(...Array.from({ length: FRAMES_OF_A_LETTER }, () => graph.classOf[state]!));
  }
  const fits = new Float64Array(classes.parents.length);
  const scorer: LetterScorer = {
    fits,
    moveTo(frame) {
      fits.fill(audio[frame] === SILENCE ? pauseFit : -4);
      fits[audio[frame]!] = 0;
      fits[FOREIGN] = -4;
    },
    compute: (letter) => fits[letter]!,
    lag: () => 0,
    gain: () => 0,
  };
  const times = sentences.map(() => undefined);
  const bounds = boundsOf(graph, { sentences, times, frames: audio.length, from: 0, ...nearFine });
  const path = findPath(graph, { scorer, bounds, progress: () => undefined });
  const starts = sentences.map((_, sentence) =>
    path.findIndex(
      (state) => graph.kindOf[state] === kinds.letter && graph.sentenceByState[state] === sentence,
    ),
  );
  const speech = 24 * FRAMES_OF_A_LETTER;
  expect(starts).toEqual([PAUSE, 2 * PAUSE + speech]);
  return advantagesOf(
    { graph, transitions: transitionsOf(graph), scorer },
    { path, bounds, starts, isSearched },
  );
}

test('gives a start a large advantage when the letters fit nowhere else', () => {
  expect(advantages(-4)).toEqual([MAX_ADVANTAGE, MAX_ADVANTAGE]);
});

test('gives a start a small advantage when its first letter fits the pause before it too', () => {
  const [, second] = advantages(-0.1);
  expect(second).toBeGreaterThan(0);
  expect(second).toBeLessThan(20);
  expect(advantages(-0.4)[1]).toBeGreaterThan(second!);
});

test('compares only the starts that are searched', () => {
  expect(advantages(-0.1, (sentence) => sentence === 0)[1]).toBe(MAX_ADVANTAGE);
});
