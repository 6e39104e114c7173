import {
  type AcousticFeatures,
  BLOCK_FRAMES,
  COEFFICIENTS,
} from '#server/features/audio/analysis/acoustic-features';

export { FRAMES_A_SECOND } from '#server/features/audio/analysis/acoustic-features';

/** Each coefficient is followed by its difference over time. */
export const DIMENSIONS = COEFFICIENTS * 2;

/** Steps of a stored number within the standard deviation. */
const STEPS = 24;
const MAX_STEPS = 127;

/** Cepstra and level of the audio every 20 ms, with mean 0 and variance 1 over the whole audio, in one byte each. */
export interface StoredFeatures {
  readonly frames: number;
  readonly bytes: Int8Array;
}

/** Features of the audio, one set every 20 ms: `DIMENSIONS` numbers. */
export interface Features {
  readonly frames: number;
  readonly values: Float32Array;
}

/** Returns memory for the features of frames, which threads can share. */
export const createFeatureBytes = (frames: number): Int8Array =>
  new Int8Array(new SharedArrayBuffer(frames * COEFFICIENTS));

/** Returns the features of the frames from `from` up to `to`, normalised over these frames. */
export function normaliseFeatures(
  { frames: allFrames, blocks }: AcousticFeatures,
  from = 0,
  to = allFrames,
): StoredFeatures {
  const frames = Math.max(0, to - from);
  const bytes = createFeatureBytes(frames);
  const values = new Float32Array(frames);
  for (let wave = 0; wave < COEFFICIENTS; wave += 1) {
    let mean = 0;
    for (let frame = 0; frame < frames; frame += 1) {
      const block = blocks[Math.floor((from + frame) / BLOCK_FRAMES)]!;
      const byte = block.bytes[((from + frame) % BLOCK_FRAMES) * COEFFICIENTS + wave]!;
      const value = block.lowest[wave]! + byte * block.steps[wave]!;
      values[frame] = value;
      mean += value / frames;
    }
    let variance = 0;
    for (const value of values) variance += (value - mean) ** 2 / frames;
    const scale = STEPS / Math.sqrt(variance + 1e-9);
    for (let frame = 0; frame < frames; frame += 1) {
      const value = Math.round((values[frame]! - mean) * scale);
      bytes[frame * COEFFICIENTS + wave] = Math.max(-MAX_STEPS, Math.min(MAX_STEPS, value));
    }
  }
  return { frames, bytes };
}

/** Returns stored features with their differences over time. */
export function withDifferences({ frames, bytes }: StoredFeatures): Features {
  const values = new Float32Array(frames * DIMENSIONS);
  for (let frame = 0; frame < frames; frame += 1)
    for (let wave = 0; wave < COEFFICIENTS; wave += 1) {
      const before = Math.max(0, frame - 2) * COEFFICIENTS + wave;
      const behind = Math.min(frames - 1, frame + 2) * COEFFICIENTS + wave;
      values[frame * DIMENSIONS + wave] = bytes[frame * COEFFICIENTS + wave]! / STEPS;
      values[frame * DIMENSIONS + COEFFICIENTS + wave] = ((bytes[behind]! - bytes[before]!) * 0.7) / STEPS;
    }
  return { frames, values };
}
