import { expect, test } from 'vitest';
import { DIMENSIONS } from './features.ts';
import { FOREIGN, SILENCE, classifyLetters } from './letter-classes.ts';
import { addFrames, createLetterScorer, createLetterSums, learnLetters } from './letter-models.ts';

test('accepts silence in a pause whose audio resembles a letter, and pauses in speech that is missing in the text', () => {
  const { parents, classOf } = classifyLetters([['a', 'b']]);
  const letter = classOf(['a'], 0);
  const frameOf = (value: number) => Array.from({ length: DIMENSIONS }, () => value);
  const trainingFrames = [
    ...Array.from({ length: 50 }, () => frameOf(1)),
    ...Array.from({ length: 50 }, () => frameOf(-1)),
  ];
  const sums = createLetterSums(parents.length);
  addFrames(
    sums,
    { frames: trainingFrames.length, values: Float32Array.from(trainingFrames.flat()) },
    Uint8Array.from(trainingFrames, (_, index) => (index < 50 ? letter : SILENCE)),
  );
  const features = { frames: 3, values: Float32Array.from([frameOf(1), frameOf(1), frameOf(-1)].flat()) };
  const scorer = createLetterScorer(features, {
    models: learnLetters(sums, parents),
    parents,
    silentFrames: Uint8Array.of(0, 1, 0),
    isFine: false,
  });
  const scoresOf = (frame: number) => {
    scorer.moveTo(frame);
    return { letter: scorer.fits[letter]!, silence: scorer.fits[SILENCE]!, foreign: scorer.fits[FOREIGN]! };
  };
  const letterFrame = scoresOf(0);
  expect(letterFrame.silence).toBeLessThan(letterFrame.foreign);
  expect(letterFrame.foreign).toBeLessThan(letterFrame.letter);
  const pause = scoresOf(1);
  expect(pause.silence).toBe(pause.letter);
  expect(pause.foreign).toBeCloseTo(pause.silence, 0);
  const quiet = scoresOf(2);
  expect(quiet.foreign).toBeGreaterThan(quiet.letter);
  expect(quiet.foreign).toBeLessThan(quiet.silence);
});
