import type { Source } from '#server/core/media/source';
import { isPauseDue, pause } from '#server/core/yield-to-event-loop';
import type { Span } from './copy-range.ts';
import type { ClippableAudio, AudioTags } from './cuttable.ts';
import { atom, atomIn, atomBuffers, atomsIn, topAtom, userData, uint32s } from './mp4-atoms.ts';
import { type Samples, samplesOf } from './mp4-samples.ts';

/** More bytes than the tables of a day of audio. */
const MAX_MOOV = 64 * 1024 * 1024;
const MAX_DESCRIPTION = 1024 * 1024;
/** Packets depend on the preceding one. */
const RUN_IN = 1;
const MOVIE_SCALE = 1_000;
const IN_MOVIE_AND_ENABLED = 7;
const UNITY = [0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000] as const;
const FULL_VOLUME = 0x100_0000;
const MAX_PLAIN_ATOM = 0xffff_fff0;
/** Maximum bytes of packets that are copied together. */
const MAX_RUN = 4 * 1024 * 1024;

interface Track {
  readonly samples: Samples;
  readonly stsd: Buffer;
  readonly scale: number;
  /** Units before the audio that players skip, because they only initialise the decoder. */
  readonly lead: number;
}

/** Returns the units that the edit list skips at the start. */
function leadOf(trak: Buffer): number {
  const list = atomIn(trak, 'edts', 'elst');
  if (!list || list.length < 8 || list.readUInt32BE(4) !== 1) return 0;
  const isLong = list[0] === 1;
  if (list.length < (isLong ? 24 : 16)) return 0;
  const time = isLong ? Number(list.readBigInt64BE(16)) : list.readInt32BE(12);
  return Math.max(0, time);
}

/** Returns true if a chunk declares more packets than this. */
export function hasLongChunk(moov: Buffer, most: number): boolean {
  for (const { name, content: trak } of atomsIn(moov)) {
    const table = name === 'trak' ? atomIn(trak, 'mdia', 'minf', 'stbl', 'stsc') : undefined;
    const length = table?.length ?? 0;
    for (let offset = 8; offset + 12 <= length; offset += 12)
      if ((table?.readUInt32BE(offset + 4) ?? 0) > most) return true;
  }
  return false;
}

async function trackOf(moov: Buffer, { size }: Source, signal?: AbortSignal): Promise<Track | undefined> {
  for (const { name, content: trak } of atomsIn(moov)) {
    const handler = name === 'trak' ? atomIn(trak, 'mdia', 'hdlr') : undefined;
    if (handler?.toString('latin1', 8, 12) !== 'soun') continue;
    const head = atomIn(trak, 'mdia', 'mdhd');
    const stbl = atomIn(trak, 'mdia', 'minf', 'stbl');
    const stsd = stbl && atomIn(stbl, 'stsd');
    if (!head || !stbl || !stsd || stsd.length > MAX_DESCRIPTION || stsd.readUInt32BE(4) !== 1)
      return undefined;
    const scale = head.readUInt32BE(head[0] === 1 ? 20 : 12);
    const samples = scale > 0 ? await samplesOf(stbl, { size, signal }) : undefined;
    // A copy, so that the surrounding tables can be freed.
    return samples && { samples, stsd: Buffer.from(stsd), scale, lead: leadOf(trak) };
  }
  return undefined;
}

/** Returns the first packet that ends after a time. */
function packetAt({ starts, count }: Samples, time: number): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((starts[middle + 1] ?? 0) > time) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Returns the tables of a range of packets: their durations, in runs of equal ones, and their sizes. */
async function tablesOf({ starts, sizes }: Samples, from: number, to: number): Promise<Tables> {
  const times = Buffer.alloc((to - from) * 8);
  const lengths = Buffer.alloc((to - from) * 4);
  let bytes = 0;
  let runs = 0;
  let run = { count: 0, length: -1 };
  for (let index = from; index < to; index += 1) {
    if (isPauseDue(index)) await pause(undefined);
    const length = (starts[index + 1] ?? 0) - (starts[index] ?? 0);
    if (run.length !== length) {
      run = { count: 0, length };
      runs += 1;
      times.writeUInt32BE(length, runs * 8 - 4);
    }
    run.count += 1;
    times.writeUInt32BE(run.count, runs * 8 - 8);
    lengths.writeUInt32BE(sizes[index] ?? 0, (index - from) * 4);
    bytes += sizes[index] ?? 0;
  }
  return {
    bytes,
    stts: atomBuffers('stts', [uint32s(0, runs), times.subarray(0, runs * 8)]),
    stsz: atomBuffers('stsz', [uint32s(0, 0, to - from), lengths]),
  };
}

interface Tables {
  /** Bytes of the packets. */
  readonly bytes: number;
  readonly stts: readonly Buffer[];
  readonly stsz: readonly Buffer[];
}

interface PacketRange {
  readonly from: number;
  readonly to: number;
  /** Units of the first packets that players skip. */
  readonly lead: number;
  /** Units that players play. */
  readonly length: number;
}

interface Head {
  readonly tables: Tables;
  readonly tags: AudioTags;
  /** Offset of the packets in the new file. */
  readonly dataAt: number;
}

/** Returns the head of a file with one track and one chunk. */
function headOf(
  { samples, stsd, scale }: Track,
  piece: PacketRange,
  { tables, tags, dataAt }: Head,
): Buffer[] {
  const { from, to, lead, length } = piece;
  const media = (samples.starts[to] ?? 0) - (samples.starts[from] ?? 0);
  const inMovie = Math.round((length / scale) * MOVIE_SCALE);
  const audio = Buffer.concat([uint32s(0, 0), Buffer.from('soun', 'latin1'), Buffer.alloc(13)]);
  const undeterminedLanguage = 0x55c4;
  const movie = uint32s(
    0,
    0,
    0,
    MOVIE_SCALE,
    inMovie,
    0x1_0000,
    FULL_VOLUME,
    0,
    0,
    ...UNITY,
    0,
    0,
    0,
    0,
    0,
    0,
    2,
  );
  const track = uint32s(IN_MOVIE_AND_ENABLED, 0, 0, 1, 0, inMovie, 0, 0, 0, FULL_VOLUME, ...UNITY, 0, 0);
  const stbl = atomBuffers(
    'stbl',
    [atom('stsd', stsd)],
    tables.stts,
    [atom('stsc', uint32s(0, 1, 1, to - from, 1))],
    tables.stsz,
    [atom('stco', uint32s(0, 1, dataAt))],
  );
  const dinf = atom('dinf', atom('dref', uint32s(0, 1), atom('url ', uint32s(1))));
  const minf = atomBuffers('minf', [atom('smhd', uint32s(0, 0)), dinf], stbl);
  const mdhd = atom('mdhd', uint32s(0, 0, 0, scale, media, undeterminedLanguage << 16));
  const mdia = atomBuffers('mdia', [mdhd, atom('hdlr', audio)], minf);
  const edits = atom('edts', atom('elst', uint32s(0, 1, inMovie, lead, 0x1_0000)));
  const trak = atomBuffers('trak', [atom('tkhd', track), edits], mdia);
  return atomBuffers('moov', [atom('mvhd', movie)], trak, [userData(tags)]);
}

/** Yields the byte ranges of packets. Adjacent packets are one range. */
async function* packets({ offsets, sizes }: Samples, from: number, to: number): AsyncGenerator<Span> {
  let start = offsets[from] ?? 0;
  let end = start;
  for (let index = from; index < to; index += 1) {
    if (isPauseDue(index)) await pause(undefined);
    const offset = offsets[index] ?? 0;
    if (offset !== end || end - start > MAX_RUN) {
      yield { start, end };
      start = offset;
    }
    end = offset + (sizes[index] ?? 0);
  }
  yield { start, end };
}

/** Returns the tables of a file; undefined when they are missing or too large. */
export const readMoov = (source: Source): Promise<Buffer | undefined> => topAtom(source, 'moov', MAX_MOOV);

/** Yields the packets of the first audio track; undefined for fragmented files and unusual tables. */
export async function readPackets(source: Source, moov: Buffer): Promise<AsyncIterable<Buffer> | undefined> {
  const track = await trackOf(moov, source);
  return track && packetBytes(source, track.samples);
}

async function* packetBytes(source: Source, { count, offsets, sizes }: Samples): AsyncGenerator<Buffer> {
  for (let index = 0; index < count; index += 1) yield source.read(offsets[index] ?? 0, sizes[index] ?? 0);
}

/** Opens an MP4, which is cut at packets; an edit list makes the range exact. Returns undefined for fragmented files. */
export async function openMp4(source: Source, signal?: AbortSignal): Promise<ClippableAudio | undefined> {
  const moov = await readMoov(source);
  const track = moov && (await trackOf(moov, source, signal));
  if (!track) return undefined;
  const { samples, scale, lead } = track;
  const wholeUnits = samples.starts[samples.count] ?? 0;
  const type = atom('ftyp', Buffer.from('M4A ', 'latin1'), uint32s(0), Buffer.from('M4A mp42isom', 'latin1'));

  function pieceOf(start: number, end: number | null): PacketRange {
    const begin = Math.min(Math.round(start * scale) + lead, wholeUnits);
    const stop = end === null ? wholeUnits : Math.min(Math.round(end * scale) + lead, wholeUnits);
    const to = Math.min(samples.count, packetAt(samples, Math.max(begin, stop - 1)) + 1);
    const from = Math.max(0, Math.min(packetAt(samples, begin), to - 1) - RUN_IN);
    return { from, to, lead: begin - (samples.starts[from] ?? 0), length: Math.max(0, stop - begin) };
  }

  return {
    async *cut({ start, end }, tags) {
      const piece = pieceOf(start, end);
      const tables = await tablesOf(samples, piece.from, piece.to);
      const { bytes } = tables;
      if (bytes > MAX_PLAIN_ATOM) throw new Error('The audio is too long for an MP4 file.');
      const unplacedHead = headOf(track, piece, { tables, tags, dataAt: 0 });
      const dataAt = unplacedHead.reduce((sum, { length }) => sum + length, type.length + 8);
      yield type;
      yield* headOf(track, piece, { tables, tags, dataAt });
      yield Buffer.concat([uint32s(bytes + 8), Buffer.from('mdat', 'latin1')]);
      yield* packets(samples, piece.from, piece.to);
    },
  };
}
