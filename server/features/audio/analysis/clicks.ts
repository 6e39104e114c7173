import { toDb, toLevel } from './levels.ts';

/*
 * A click is a short sound that speech cannot contain: a mouth noise in a pause, or a cut or fault of the recording. In a pause, its
 * level rises far above everything around it for one hundredth of a second. Elsewhere, one millisecond changes far more abruptly than all
 * others around it. The constants come from human recordings with and without added clicks.
 */

const A_SECOND = 100;
const BLOCKS_A_SECOND = 1_000;
/** Milliseconds on each side that a click is compared with, and those beside it that can be part of it. */
const SIDE = 20;
const GAP = 2;
const REACH = SIDE + GAP - 1;
const WINDOW = 2 * REACH + 1;
/** A click is so many times more abrupt than its surroundings. */
const ABRUPT = 9;
/** Smaller changes are inaudible. */
const LEAST_CHANGE = 0.004;
/** Hundredths of a second on each side of a click in a pause, and those beside it that can be part of it. */
const PAUSE_SIDE = 11;
const PAUSE_GAP = 2;
/** Decibels: a click above the pause, the pause below speech, and the lowest level of a click. */
const RISE = 12;
const BELOW_SPEECH = 25;
const LEAST_DB = -65;
/** Clicks closer than this, in hundredths of a second, are one click. */
const MERGED = 20;

/** Returns the greatest change of the samples of a range that starts at 2 or later. */
function greatestChange(samples: Float32Array, start: number, end: number): number {
  let greatest = 0;
  for (let index = start; index < end; index += 1)
    greatest = Math.max(
      greatest,
      Math.abs((samples[index] ?? 0) - 2 * (samples[index - 1] ?? 0) + (samples[index - 2] ?? 0)),
    );
  return greatest;
}

/** Finds abrupt changes in streamed audio of one channel. The change of a sample is its distance from the line through the two before it. */
export function createClickMeter(sampleRate: number) {
  const hop = sampleRate / BLOCKS_A_SECOND;
  /** The greatest change of each of the last milliseconds. */
  const changes = new Float32Array(WINDOW);
  const clicks: number[] = [];
  let blocks = 0;
  let position = 0;
  let next = hop;
  let change = 0;
  let before = 0;
  let last = 0;

  const isClick = (): boolean => {
    const center = blocks - REACH;
    const candidate = changes[center % WINDOW] ?? 0;
    if (center < REACH || candidate < LEAST_CHANGE) return false;
    for (let distance = GAP; distance <= REACH; distance += 1) {
      const earlier = changes[(center - distance + WINDOW) % WINDOW] ?? 0;
      const later = changes[(center + distance) % WINDOW] ?? 0;
      if (candidate < ABRUPT * earlier || candidate < ABRUPT * later) return false;
    }
    return true;
  };

  function emit(): void {
    changes[blocks % WINDOW] = change;
    if (isClick()) clicks.push(Math.round(((blocks - REACH) / BLOCKS_A_SECOND) * A_SECOND));
    blocks += 1;
    change = 0;
    next += hop;
  }

  return {
    push(samples: Float32Array): void {
      for (let index = 0; index < samples.length; ) {
        const end = Math.min(samples.length, index + Math.ceil(next - position));
        position += end - index;
        for (; index < Math.min(2, end); index += 1) {
          const sample = samples[index] ?? 0;
          change = Math.max(change, Math.abs(sample - 2 * last + before));
          before = last;
          last = sample;
        }
        change = Math.max(change, greatestChange(samples, index, end));
        index = end;
        if (position >= next) emit();
      }
      before = samples.at(-2) ?? before;
      last = samples.at(-1) ?? last;
    },
    /** The times of the abrupt changes, in hundredths of a second, without the first and last 21 ms. */
    clicks: () => clicks,
  };
}

/** Returns the times of clicks in pauses, in hundredths of a second. @param levels as returned by the level meter */
export function findClicksInPauses(levels: Uint8Array, speechDb: number): number[] {
  const leastLevel = toLevel(LEAST_DB);
  const quiet = toLevel(speechDb - BELOW_SPEECH);
  const clicks: number[] = [];
  for (let index = PAUSE_SIDE; index < levels.length - PAUSE_SIDE; index += 1) {
    const level = levels[index] ?? 0;
    if (level < leastLevel || level < (levels[index - 1] ?? 0) || level < (levels[index + 1] ?? 0)) continue;
    const limit = Math.min(toLevel(toDb(level) - RISE), quiet);
    let isQuiet = true;
    for (let distance = PAUSE_GAP; isQuiet && distance <= PAUSE_SIDE; distance += 1)
      isQuiet = (levels[index - distance] ?? 0) < limit && (levels[index + distance] ?? 0) < limit;
    if (isQuiet) clicks.push(index);
  }
  return clicks;
}

/** Returns the clicks of several lists in order. */
export function mergeClicks(...lists: readonly (readonly number[])[]): number[] {
  const clicks: number[] = [];
  for (const time of lists.flat().toSorted((a, b) => a - b))
    if (time - (clicks.at(-1) ?? -MERGED) >= MERGED) clicks.push(time);
  return clicks;
}
