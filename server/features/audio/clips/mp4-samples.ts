import { atomIn } from './mp4-atoms.ts';

/** The packets of a track, in order. */
export interface Samples {
  readonly count: number;
  /** In units of the track's own time scale. */
  readonly starts: Float64Array;
  readonly sizes: Uint32Array;
  /** Places in the file. */
  readonly offsets: Float64Array;
}

/** More than a day of the shortest packets. */
const MAX_SAMPLES = 10_000_000;

const entriesOf = (table: Buffer, size: number): number =>
  Math.min(table.readUInt32BE(4), Math.floor((table.length - 8) / size));

function sizesOf(table: Buffer): Uint32Array | undefined {
  const [same, count] = [table.readUInt32BE(4), table.readUInt32BE(8)];
  if (count > MAX_SAMPLES || (same === 0 && table.length < 12 + count * 4)) return undefined;
  return Uint32Array.from({ length: count }, (_, at) =>
    same === 0 ? table.readUInt32BE(12 + at * 4) : same,
  );
}

/** With the end of the last behind all starts. */
function startsOf(table: Buffer, count: number): Float64Array {
  const starts = new Float64Array(count + 1);
  let at = 0;
  let time = 0;
  for (let entry = 0; entry < entriesOf(table, 8); entry += 1) {
    const [many, length] = [table.readUInt32BE(8 + entry * 8), table.readUInt32BE(12 + entry * 8)];
    for (let left = many; left > 0 && at < count; left -= 1) {
      starts[at] = time;
      time += length;
      at += 1;
    }
  }
  starts.fill(time, at);
  return starts;
}

/** The places of the chunks that samples lie in. */
function chunksOf(stbl: Buffer): Float64Array | undefined {
  const short = atomIn(stbl, 'stco');
  if (short)
    return Float64Array.from({ length: entriesOf(short, 4) }, (_, at) => short.readUInt32BE(8 + at * 4));
  const long = atomIn(stbl, 'co64');
  return (
    long &&
    Float64Array.from({ length: entriesOf(long, 8) }, (_, at) => Number(long.readBigUInt64BE(8 + at * 8)))
  );
}

/** Returns the offset of each sample; undefined when a chunk has other packets or a sample has no offset. */
function offsetsOf(table: Buffer, chunks: Float64Array, sizes: Uint32Array): Float64Array | undefined {
  const offsets = new Float64Array(sizes.length);
  const entries = entriesOf(table, 12);
  let at = 0;
  for (let entry = 0; entry < entries; entry += 1) {
    const place = 8 + entry * 12;
    const [first, many, kind] = [0, 4, 8].map((part) => table.readUInt32BE(place + part));
    const next = entry + 1 < entries ? table.readUInt32BE(place + 12) : chunks.length + 1;
    if (kind !== 1 || !first || !many) return undefined;
    for (let chunk = first; chunk < next && at < sizes.length; chunk += 1) {
      let offset = chunks[chunk - 1];
      if (offset === undefined) return undefined;
      for (let left = many; left > 0 && at < sizes.length; left -= 1) {
        offsets[at] = offset;
        offset += sizes[at] ?? 0;
        at += 1;
      }
    }
  }
  return at === sizes.length ? offsets : undefined;
}

/** The packets that a sample table names; undefined when they lie in fragments, or are of several kinds. */
export function samplesOf(stbl: Buffer): Samples | undefined {
  const [stsz, stts, stsc] = ['stsz', 'stts', 'stsc'].map((name) => atomIn(stbl, name));
  const chunks = chunksOf(stbl);
  const sizes = stsz && stsz.length >= 12 ? sizesOf(stsz) : undefined;
  if (!sizes || !stts || !stsc || !chunks || sizes.length === 0) return undefined;
  const offsets = offsetsOf(stsc, chunks, sizes);
  return offsets && { count: sizes.length, starts: startsOf(stts, sizes.length), sizes, offsets };
}
