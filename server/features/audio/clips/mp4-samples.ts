import { isPauseDue, pause } from '#server/core/yield-to-event-loop';
import { atomIn } from './mp4-atoms.ts';

/** The packets of a track, in order. */
export interface Samples {
  readonly count: number;
  /** In units of the track's time scale. */
  readonly starts: Float64Array;
  readonly sizes: Uint32Array;
  /** Offsets in the file. */
  readonly offsets: Float64Array;
}

/** Number of the shortest packets in a day of audio. */
const MAX_SAMPLES = 4_200_000;

/** The file that contains the tables. */
interface TableReading {
  /** Bytes of the whole file. */
  readonly size: number;
  readonly signal?: AbortSignal | undefined;
}

const entriesOf = (table: Buffer, size: number): number =>
  Math.min(table.readUInt32BE(4), Math.floor((table.length - 8) / size));

/** Returns the size of each packet; undefined when there are more than the table or the file can contain. */
async function sizesOf(table: Buffer, { size, signal }: TableReading): Promise<Uint32Array | undefined> {
  const [same, count] = [table.readUInt32BE(4), table.readUInt32BE(8)];
  const isBeyondFile = same === 0 ? table.length < 12 + count * 4 : count * same > size;
  if (count > MAX_SAMPLES || isBeyondFile) return undefined;
  const sizes = new Uint32Array(count);
  if (same !== 0) return sizes.fill(same);
  let bytes = 0;
  for (let index = 0; index < count; index += 1) {
    if (isPauseDue(index)) await pause(signal);
    const length = table.readUInt32BE(12 + index * 4);
    sizes[index] = length;
    bytes += length;
  }
  return bytes <= size ? sizes : undefined;
}

/** Returns the start of each packet, and the end of the last one. */
async function startsOf(table: Buffer, count: number, signal?: AbortSignal): Promise<Float64Array> {
  const starts = new Float64Array(count + 1);
  const entries = entriesOf(table, 8);
  let offset = 0;
  let time = 0;
  for (let entry = 0; entry < entries && offset < count; entry += 1) {
    if (isPauseDue(entry)) await pause(signal);
    const [many, length] = [table.readUInt32BE(8 + entry * 8), table.readUInt32BE(12 + entry * 8)];
    for (let left = many; left > 0 && offset < count; left -= 1) {
      if (isPauseDue(offset)) await pause(signal);
      starts[offset] = time;
      time += length;
      offset += 1;
    }
  }
  starts.fill(time, offset);
  return starts;
}

/** The offsets of the chunks with samples, by chunk number. */
interface Chunks {
  readonly count: number;
  /** @param index below `count` */
  at(index: number): number;
}

function chunksOf(stbl: Buffer): Chunks | undefined {
  const short = atomIn(stbl, 'stco');
  if (short) return { count: entriesOf(short, 4), at: (index) => short.readUInt32BE(8 + index * 4) };
  const long = atomIn(stbl, 'co64');
  return long && { count: entriesOf(long, 8), at: (index) => Number(long.readBigUInt64BE(8 + index * 8)) };
}

interface OffsetTables {
  readonly stsc: Buffer;
  readonly chunks: Chunks;
  readonly sizes: Uint32Array;
}

/** Returns the offset of each sample; undefined when a chunk has other packets or a sample has no offset. */
async function offsetsOf(
  { stsc, chunks, sizes }: OffsetTables,
  signal?: AbortSignal,
): Promise<Float64Array | undefined> {
  const offsets = new Float64Array(sizes.length);
  const entries = entriesOf(stsc, 12);
  let sampleOffset = 0;
  for (let entry = 0; entry < entries && sampleOffset < sizes.length; entry += 1) {
    if (isPauseDue(entry)) await pause(signal);
    const entryOffset = 8 + entry * 12;
    const [first, many] = [stsc.readUInt32BE(entryOffset), stsc.readUInt32BE(entryOffset + 4)];
    const next = entry + 1 < entries ? stsc.readUInt32BE(entryOffset + 12) : chunks.count + 1;
    if (stsc.readUInt32BE(entryOffset + 8) !== 1 || first === 0 || many === 0) return undefined;
    for (let chunk = first; chunk < next && sampleOffset < sizes.length; chunk += 1) {
      if (chunk > chunks.count) return undefined;
      let offset = chunks.at(chunk - 1);
      for (let left = many; left > 0 && sampleOffset < sizes.length; left -= 1) {
        if (isPauseDue(sampleOffset)) await pause(signal);
        offsets[sampleOffset] = offset;
        offset += sizes[sampleOffset] ?? 0;
        sampleOffset += 1;
      }
    }
  }
  return sampleOffset === sizes.length ? offsets : undefined;
}

/**
 * Returns the packets of a sample table; undefined for fragments, several types of packets, or more packets than the file can contain.
 * Other work runs between chunks. @throws the signal's reason when it was aborted
 */
export async function samplesOf(stbl: Buffer, reading: TableReading): Promise<Samples | undefined> {
  const [stsz, stts, stsc] = ['stsz', 'stts', 'stsc'].map((name) => atomIn(stbl, name));
  const chunks = chunksOf(stbl);
  if (!stsz || stsz.length < 12 || !stts || !stsc || !chunks) return undefined;
  const sizes = await sizesOf(stsz, reading);
  if (!sizes || sizes.length === 0) return undefined;
  const offsets = await offsetsOf({ stsc, chunks, sizes }, reading.signal);
  if (!offsets) return undefined;
  const starts = await startsOf(stts, sizes.length, reading.signal);
  return { count: sizes.length, starts, sizes, offsets };
}
