/** Each value of a level is the highest of this many values of the level below. */
const LEVEL_FACTOR = 4;
const SMALLEST = 512;
const MAGIC = 'LPK1';
const HEADER_BYTES = 64;
const MAX_LEVELS = (HEADER_BYTES - 8) / 4;

function reducePeaks(peaks: Uint8Array): Uint8Array {
  const smaller = new Uint8Array(Math.ceil(peaks.length / LEVEL_FACTOR));
  peaks.forEach((peak, index) => {
    const source = Math.floor(index / LEVEL_FACTOR);
    if (peak > (smaller[source] ?? 0)) smaller[source] = peak;
  });
  return smaller;
}

/**
 * Returns the waveform as one file, of which a screen loads the visible part. A header of 64 bytes contains `LPK1`, the number of levels as
 * a 32-bit integer (little-endian), and their lengths. The levels follow, one byte per value. The first level has 100 values per second,
 * and each further one a quarter of that. A value is the highest sample of its range; 255 is the maximum.
 */
export function makePeaksFile(peaks: Uint8Array): Buffer {
  const levels = [peaks];
  for (let last = peaks; last.length > SMALLEST && levels.length < MAX_LEVELS; ) {
    last = reducePeaks(last);
    levels.push(last);
  }
  const header = Buffer.alloc(HEADER_BYTES);
  header.write(MAGIC, 0, 'latin1');
  header.writeUInt32LE(levels.length, 4);
  levels.forEach(({ length }, index) => header.writeUInt32LE(length, 8 + index * 4));
  return Buffer.concat([header, ...levels]);
}
