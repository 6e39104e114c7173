import { audioProblems } from '#contract/audio/audio.messages';
import { toClock } from '#contract/core/format-duration';
import type { Silences } from './silences.ts';

const A_SECOND = 100;
const LONG_SILENCE_SECONDS = 10;
const CLIPPED_RUN = 3;
const CLIPPED_HEIGHT = 0.999;
const CLIPPED_A_MINUTE = 5;
/** Share of the declared duration that may be missing. */
const MISSING_SHARE = 0.01;
const MISSING_SECONDS = 2;

/** Clips closer than this many seconds are one clipped part. */
const CLIPPED_GAP = 1;

/** Measures the samples of a channel: its clips (several samples in a row at the maximum), its highest sample and its power. */
export function createSampleMeter(rate: number) {
  let run = 0;
  let clips = 0;
  let position = 0;
  /** In samples. */
  const clippedSpans: [start: number, end: number][] = [];
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
        else if (++length === CLIPPED_RUN) {
          clips += 1;
          const end = position + index + 1;
          const last = clippedSpans.at(-1);
          if (last && end - last[1] < CLIPPED_GAP * rate) last[1] = end;
          else clippedSpans.push([end - CLIPPED_RUN, end]);
        }
      }
      position += samples.length;
      highest = top;
      run = length;
      power += sum;
    },
    clips: () => clips,
    /** Start and end of the clipped parts, in seconds. */
    clipped: () => clippedSpans.map(([start, end]): [number, number] => [start / rate, end / rate]),
    highest: () => highest,
    /** The sum of the squares of all samples. */
    power: () => power,
  };
}

/** Returns the clipped parts of all channels in order, in hundredths of a second. */
export function mergeClipped(channels: readonly (readonly (readonly [number, number])[])[]) {
  const spans: [start: number, end: number][] = [];
  for (const [start, end] of channels.flat().toSorted((a, b) => a[0] - b[0])) {
    const last = spans.at(-1);
    if (last && start - last[1] < CLIPPED_GAP) last[1] = Math.max(last[1], end);
    else spans.push([start, end]);
  }
  return spans.map(([start, end]) => [Math.floor(start * A_SECOND), Math.ceil(end * A_SECOND)] as const);
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
