import { toDb } from './levels.ts';

/** Hundredths of a second. */
const MIN_SILENCE = 12;
const MIN_CLICK = 6;
/** Lower levels are digital silence, which does not indicate the noise of a recording. */
const DIGITAL_SILENCE = 20;
const FLOOR_SHARE = 0.04;
const SPEECH_SHARE = 0.8;

export interface Silences {
  /** The noise between words, and the level of speech. */
  readonly floorDb: number;
  readonly speechDb: number;
  /** Start and end, in hundredths of a second. */
  readonly list: readonly (readonly [start: number, end: number])[];
}

function percentiles(levels: Uint8Array): { floor: number; speech: number } {
  const counts = new Uint32Array(256);
  let total = 0;
  for (const level of levels)
    if (level > DIGITAL_SILENCE) {
      counts[level] = (counts[level] ?? 0) + 1;
      total += 1;
    }
  const levelAt = (share: number): number => {
    let sampleCount = 0;
    for (let level = 0; level < counts.length; level += 1) {
      sampleCount += counts[level] ?? 0;
      if (total > 0 && sampleCount >= share * total) return level;
    }
    return 0;
  };
  return { floor: levelAt(FLOOR_SHARE), speech: levelAt(SPEECH_SHARE) };
}

/** Returns the silence threshold in half decibels: slightly above the noise of the recording, and far below its speech. */
function thresholdOf(floor: number, speech: number): number {
  const distance = speech - floor;
  return Math.min(
    floor + Math.max(12, 0.3 * distance),
    floor + 24 + 0.05 * distance,
    // Audio without pauses has no noise level from which to detect them.
    speech - 12,
  );
}

/** Finds pauses of at least 120 ms. A click of less than 60 ms does not end a pause. */
export function findSilences(levels: Uint8Array): Silences {
  const { floor, speech } = percentiles(levels);
  const threshold = thresholdOf(floor, speech);
  const list: [number, number][] = [];
  let start = -1;
  let end = -1;
  const close = () => {
    if (start >= 0 && end - start >= MIN_SILENCE) list.push([start, end]);
    start = -1;
  };
  levels.forEach((level, index) => {
    if (level <= threshold) {
      if (start < 0) start = index;
      end = index + 1;
    } else if (start >= 0 && index - end + 1 >= MIN_CLICK) close();
  });
  close();
  return { floorDb: toDb(floor), speechDb: toDb(speech), list };
}
