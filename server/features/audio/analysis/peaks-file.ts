/** Each level of the pyramid holds the highest of so many of the one below. */
const TWO_FACTOR = 4;
const SMALLEST = 512;
const MAGIC = 'LPK1';
const HEADER_BYTES = 64;
const MAX_LEVELS = (HEADER_BYTES - 8) / 4;

function reduced(peaks: Uint8Array): Uint8Array {
  const smaller = new Uint8Array(Math.ceil(peaks.length / TWO_FACTOR));
  peaks.forEach((peak, at) => {
    const place = Math.floor(at / TWO_FACTOR);
    if (peak > (smaller[place] ?? 0)) smaller[place] = peak;
  });
  return smaller;
}

/**
 * The course of a sound as one file, of which a screen loads the part it shows. A header of 64 bytes: `LPK1`, the number of levels as
 * a 32-bit integer (little-endian), and their lengths alike. Then the levels, a byte a place: the first has 100 places a second, each
 * further one a quarter of that, and of each place the highest sample, 255 being as high as can be.
 */
export function makePeaksFile(peaks: Uint8Array): Buffer {
  const levels = [peaks];
  for (let last = peaks; last.length > SMALLEST && levels.length < MAX_LEVELS; ) {
    last = reduced(last);
    levels.push(last);
  }
  const header = Buffer.alloc(HEADER_BYTES);
  header.write(MAGIC, 0, 'latin1');
  header.writeUInt32LE(levels.length, 4);
  levels.forEach(({ length }, index) => header.writeUInt32LE(length, 8 + index * 4));
  return Buffer.concat([header, ...levels]);
}
