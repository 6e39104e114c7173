import { COEFFICIENTS } from '#server/features/audio/analysis/acoustic-features';
import { FRAMES_A_SECOND, type StoredFeatures } from './features.ts';
import type { Span } from './pauses.ts';

/*
 * Passages of music or noise without speech. Their level can be that of speech, but their spectrum changes more slowly. Without them, the
 * first stage distributes the text over the music between the parts of a film.
 */

/** Frames over which the change is averaged. */
const WINDOW = FRAMES_A_SECOND;
/** Seconds. Shorter passages can be parts of speech. */
const LEAST_PASSAGE = 2;
/** The average changes slowly at the edges of a passage. */
const EDGE = 0.2;
/** Share of the variance that two classes must explain. Speech alone has one class, which explains 0.64 when it is split. */
const LEAST_SEPARATION = 0.7;
const STEPS = 64;
/** Below this share of a recording the passages do not disturb the first stage, and may be slow speech. */
const LEAST_SHARE = 0.1;

/** Returns the change of the spectrum at each frame, without its level. */
function spectralChanges({ frames, bytes }: StoredFeatures): Float32Array {
  const changes = new Float32Array(frames);
  for (let position = 2 * COEFFICIENTS; position < frames * COEFFICIENTS; position += 1) {
    if (position % COEFFICIENTS === 0) continue;
    const frame = Math.floor(position / COEFFICIENTS);
    changes[frame] = changes[frame]! + Math.abs(bytes[position]! - bytes[position - 2 * COEFFICIENTS]!);
  }
  return changes;
}

/** Returns the mean of the values around each frame. */
function averagesOf(values: Float32Array): Float32Array {
  const averages = new Float32Array(values.length);
  const half = WINDOW / 2;
  let sum = 0;
  for (let frame = -half; frame < values.length; frame += 1) {
    sum += (values[frame + half] ?? 0) - (values[frame - half] ?? 0);
    const count = Math.min(values.length, frame + half + 1) - Math.max(0, frame - half + 1);
    if (frame >= 0) averages[frame] = sum / Math.max(1, count);
  }
  return averages;
}

/** Returns the threshold that divides values into the two most distinct classes; undefined when they are one class. */
function thresholdOf(values: Float32Array): number | undefined {
  const most = values.reduce((high, value) => Math.max(high, value), 1e-9);
  const counts = new Float64Array(STEPS);
  for (const value of values) {
    const step = Math.min(STEPS - 1, Math.floor((value / most) * STEPS));
    counts[step] = counts[step]! + 1;
  }
  const mean = counts.reduce((sum, count, step) => sum + count * step, 0) / values.length;
  const variance = counts.reduce((sum, count, step) => sum + count * (step - mean) ** 2, 0) / values.length;
  let best = LEAST_SEPARATION * variance;
  let threshold: number | undefined;
  let lowCount = 0;
  let lowSum = 0;
  for (const [step, count] of counts.entries()) {
    lowCount += count;
    lowSum += count * step;
    const share = lowCount / values.length;
    if (share === 0 || share === 1) continue;
    const separation = (lowSum / values.length - share * mean) ** 2 / (share * (1 - share));
    if (separation <= best) continue;
    best = separation;
    threshold = ((step + 1) / STEPS) * most;
  }
  return threshold;
}

/** Returns the passages of a recording that have no speech, whatever their level. */
export function findNonSpeech(features: StoredFeatures): Span[] {
  const averages = averagesOf(spectralChanges(features));
  const threshold = thresholdOf(averages);
  const spans: Span[] = [];
  if (threshold === undefined) return spans;
  let seconds = 0;
  let start = -1;
  for (let frame = 0; frame <= averages.length; frame += 1) {
    const isLow = frame < averages.length && averages[frame]! < threshold;
    if (isLow && start < 0) start = frame;
    if (isLow || start < 0) continue;
    if (frame - start >= LEAST_PASSAGE * FRAMES_A_SECOND) {
      spans.push([start / FRAMES_A_SECOND + EDGE, frame / FRAMES_A_SECOND - EDGE]);
      seconds += (frame - start) / FRAMES_A_SECOND;
    }
    start = -1;
  }
  return seconds * FRAMES_A_SECOND >= LEAST_SHARE * averages.length ? spans : [];
}

/** Returns two lists of spans as a single list without overlaps. */
export function mergeSpans(first: readonly Span[], second: readonly Span[]): Span[] {
  const spans: [number, number][] = [];
  for (const [start, end] of [...first, ...second].toSorted((a, b) => a[0] - b[0])) {
    const last = spans.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else spans.push([start, end]);
  }
  return spans;
}
