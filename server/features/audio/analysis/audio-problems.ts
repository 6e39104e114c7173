import { audioProblems } from '#contract/audio/audio.messages';
import { toClock } from '#contract/core/format-duration';
import type { Silences } from './silences.ts';

const LONG_SILENCE_SECONDS = 10;
const CLIPPED_RUN = 3;
const CLIPPED_HEIGHT = 0.999;
const CLIPPED_A_MINUTE = 5;
/** Share of the declared duration that may be missing. */
const MISSING_SHARE = 0.01;
const MISSING_SECONDS = 2;

/** Measures the samples of a channel: its clips (several samples in a row at the maximum), its highest sample and its power. */
export function createSampleMeter() {
  let run = 0;
  let clips = 0;
  let highest = 0;
  let power = 0;
  return {
    push(samples: Float32Array): void {
      let top = highest;
      let length = run;
      let sum = 0;
      for (let index = 0; index < samples.length; index += 1) {
        const height = Math.abs(samples[index] ?? 0);
        if (height > top) top = height;
        sum += height * height;
        if (height < CLIPPED_HEIGHT) length = 0;
        else if (++length === CLIPPED_RUN) clips += 1;
      }
      highest = top;
      run = length;
      power += sum;
    },
    clips: () => clips,
    highest: () => highest,
    /** The sum of the squares of all samples. */
    power: () => power,
  };
}

/** Returns the problems of an audio file, one sentence each. */
export function findProblems(analysis: {
  readonly seconds: number;
  /** Duration declared in the file; undefined when there is none. */
  readonly declaredSeconds: number | undefined;
  readonly silences: Silences;
  readonly clips: number;
  /** The highest sample of each channel. */
  readonly highest: readonly number[];
  /** The reason why decoding ended early. */
  readonly damage: string | undefined;
}): string[] {
  const { seconds, declaredSeconds = seconds, silences, clips, highest, damage } = analysis;
  const problems: string[] = [];
  const missingSeconds = declaredSeconds - seconds;
  if (damage !== undefined || missingSeconds > Math.max(MISSING_SECONDS, declaredSeconds * MISSING_SHARE))
    problems.push(audioProblems.damaged(toClock(seconds), toClock(declaredSeconds)));
  if (clips > (seconds / 60) * CLIPPED_A_MINUTE && clips > CLIPPED_A_MINUTE)
    problems.push(audioProblems.tooLoud(clips));
  const silent = highest.filter((height) => height < 0.0001).length;
  if (silent === highest.length) problems.push(audioProblems.nothing);
  else if (silent > 0) problems.push(audioProblems.emptyChannel);
  for (const [start, end] of silences.list
    .filter(([from, to]) => to - from >= LONG_SILENCE_SECONDS * 100)
    .slice(0, 3))
    if (silent < highest.length)
      problems.push(audioProblems.silence(Math.round((end - start) / 100), toClock(start / 100)));
  return problems;
}
