import { expect, test } from 'vitest';
import { findPath } from './find-path.ts';
import { FOREIGN, SILENCE, classifyLetters } from './letter-classes.ts';
import { createLetterGraph, kinds, lettersOf } from './letter-graph.ts';
import type { LetterScorer } from './letter-models.ts';
import { boundsOf } from './path-bounds.ts';
import { nearCoarse, wide } from './search-letters.ts';
import { splitSentences } from './sentences.ts';

const OPENING = 100;
const NOISE = 100;
const FRAMES_OF_A_LETTER = 3;

/** Returns the frame where the text starts: the audio has an opening that resembles its first letter, noise, and the text. */
function startOfText(beam: number): number {
  const sentences = splitSentences([{ text: 'ab'.repeat(40) }], 'en');
  const letters = sentences.map((sentence) => lettersOf(sentence, 'en'));
  const classes = classifyLetters(letters);
  const graph = createLetterGraph(sentences, classes, 'en');
  const [a, b] = [graph.classOf[graph.firstLetters[0]!]!, graph.classOf[graph.lastLetters[0]!]!].map(
    (audio) => classes.parents[audio]!,
  );
  const from = OPENING + NOISE;
  const frames = from + 80 * FRAMES_OF_A_LETTER;
  const fits = new Float64Array(classes.parents.length);
  const scorer: LetterScorer = {
    fits,
    moveTo(frame) {
      const isFirst = Math.floor((frame - from) / FRAMES_OF_A_LETTER) % 2 === 0;
      const letter = frame < OPENING || (frame >= from && isFirst) ? a : b;
      const isNoise = frame >= OPENING && frame < from;
      for (const [audio, parent] of classes.parents.entries())
        fits[audio] = !isNoise && parent === letter ? 0 : -4;
      fits[FOREIGN] = isNoise ? -1 : -2;
      fits[SILENCE] = -9;
    },
    compute: (audio) => fits[audio]!,
    lag: () => 0,
    gain: () => 0,
  };
  const bounds = boundsOf(graph, { sentences, times: [undefined], frames, from: 0, band: wide.band, beam });
  const path = findPath(graph, { scorer, bounds, progress: () => undefined });
  return path.findIndex((state) => graph.kindOf[state] === kinds.letter);
}

test('finds the text after an opening that resembles it, which only a wide beam can', () => {
  expect(startOfText(wide.beam)).toBe(OPENING + NOISE);
  expect(startOfText(nearCoarse.beam)).toBeLessThan(OPENING);
});
