import type { BytesAt } from './bytes-at.ts';
import { hasBytes } from './head-bytes.ts';

/** The number of bytes read at the end. It exceeds the largest page, so the last complete page is included. */
const TAIL = 128 * 1024;
const PAGE_HEADER = 27;
const NO_POSITION = 0xffff_ffff_ffff_ffffn;

/** Returns true if the first page of an Ogg file starts a stream of this codec, after its header and its segment table. */
export function oggContains(head: Buffer, codec: string): boolean {
  return hasBytes(head, 0, 'OggS') && hasBytes(head, PAGE_HEADER + (head[26] ?? 0), codec);
}

/** Returns the units of a stream's positions: samples per second, and the samples to skip at the start. */
function clockOf(packet: Buffer): { rate: number; skip: number } | undefined {
  if (packet.length < 32) return undefined;
  if (hasBytes(packet, 0, 'OpusHead')) return { rate: 48_000, skip: packet.readUInt16LE(10) };
  if (hasBytes(packet, 0, '\x01vorbis')) return { rate: packet.readUInt32LE(12), skip: 0 };
  if (hasBytes(packet, 0, '\x7fFLAC')) return { rate: packet.readUIntBE(27, 3) >>> 4, skip: 0 };
  return undefined;
}

/**
 * Returns the duration in seconds of an Ogg file with Opus, Vorbis or FLAC. The last page of its first stream contains its end position.
 * Reading it takes two short reads for any size. Returns undefined if either end is unreadable or another stream follows.
 */
export async function oggDuration(file: BytesAt, head: Buffer, size: number): Promise<number | undefined> {
  if (head.length < PAGE_HEADER) return undefined;
  const serial = head.readUInt32LE(14);
  const clock = clockOf(head.subarray(PAGE_HEADER + (head[26] ?? 0)));
  if (!clock || clock.rate === 0) return undefined;
  const length = Math.min(TAIL, size);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, size - length);
  const tail = buffer.subarray(0, bytesRead);
  for (
    let offset = tail.lastIndexOf('OggS');
    offset >= 0;
    offset = offset > 0 ? tail.lastIndexOf('OggS', offset - 1) : -1
  ) {
    if (offset + PAGE_HEADER > tail.length || tail[offset + 4] !== 0) continue;
    const position = tail.readBigUInt64LE(offset + 6);
    if (tail.readUInt32LE(offset + 14) !== serial || position === NO_POSITION) continue;
    return Math.max(Number(position) - clock.skip, 0) / clock.rate;
  }
  return undefined;
}
