import { type AcousticFeatures, BLOCK_FRAMES, COEFFICIENTS, type FeatureBlock } from './acoustic-features.ts';

/** Extension of the keys of these files. */
export const FEATURES_EXTENSION = 'feat';
const MAGIC = 'LFT1';
const HEADER_BYTES = 24;
const FLOAT_BYTES = 4;

/** The features and levels of decoded audio, which an alignment reads. */
export interface AudioFeatures {
  /** Duration of the decoded audio. */
  readonly seconds: number;
  /** Loudness of each hundredth of a second, in half decibels above -120. */
  readonly levels: Uint8Array;
  readonly features: AcousticFeatures;
}

const bytesOfFloats = (values: Float32Array): Buffer => {
  const bytes = Buffer.alloc(values.length * FLOAT_BYTES);
  values.forEach((value, index) => bytes.writeFloatLE(value, index * FLOAT_BYTES));
  return bytes;
};

/**
 * Returns the parts of a file with the features of audio, about 2.4 MB an hour. A header of 24 bytes contains `LFT1`, the number of frames
 * and of levels as 32-bit integers, 4 unused bytes, and the seconds as a 64-bit float (little-endian). The levels follow, and the blocks:
 * the lowest value and the step of each coefficient as 32-bit floats, and one byte per value.
 */
export function makeFeaturesFile({ seconds, levels, features }: AudioFeatures): Uint8Array[] {
  const header = Buffer.alloc(HEADER_BYTES);
  header.write(MAGIC, 0, 'latin1');
  header.writeUInt32LE(features.frames, 4);
  header.writeUInt32LE(levels.length, 8);
  new DataView(header.buffer, header.byteOffset).setFloat64(16, seconds, true);
  return [
    header,
    levels,
    ...features.blocks.flatMap(({ lowest, steps, bytes }) => [
      bytesOfFloats(lowest),
      bytesOfFloats(steps),
      bytes,
    ]),
  ];
}

/** Returns the features in a file of `makeFeaturesFile`. @throws Error for another file */
export function parseFeaturesFile(file: Buffer): AudioFeatures {
  if (file.toString('latin1', 0, MAGIC.length) !== MAGIC)
    throw new Error('This is no file of audio features.');
  const frames = file.readUInt32LE(4);
  const levelCount = file.readUInt32LE(8);
  let position = HEADER_BYTES;
  const next = (length: number): Buffer => {
    if (position + length > file.length) throw new Error('The file of audio features is incomplete.');
    position += length;
    return file.subarray(position - length, position);
  };
  const nextFloats = (): Float32Array => {
    const bytes = next(COEFFICIENTS * FLOAT_BYTES);
    return Float32Array.from({ length: COEFFICIENTS }, (_, index) => bytes.readFloatLE(index * FLOAT_BYTES));
  };
  const levels = next(levelCount);
  const blocks: FeatureBlock[] = [];
  for (let from = 0; from < frames; from += BLOCK_FRAMES) {
    const lowest = nextFloats();
    const steps = nextFloats();
    blocks.push({ lowest, steps, bytes: next(Math.min(BLOCK_FRAMES, frames - from) * COEFFICIENTS) });
  }
  return {
    seconds: new DataView(file.buffer, file.byteOffset).getFloat64(16, true),
    levels,
    features: { frames, blocks },
  };
}
