import { hasBytes } from './head-bytes.ts';
import { readFrameHeader } from './mp3-duration.ts';

export const AUDIO_HEAD_BYTES = 64 * 1024;

export type AudioExtension = 'mp3' | 'm4a' | 'm4b' | 'ogg' | 'opus' | 'flac' | 'wav';

/** The brands of MP4 files that hold sound or may hold it; whether there is a film inside, the tracks tell. */
const MP4_BRANDS = new Set([
  'M4A ',
  'M4B ',
  'mp41',
  'mp42',
  'isom',
  'iso2',
  'iso5',
  'iso6',
  'dash',
  'MSNV',
  '3gp4',
  '3gp5',
]);

/** What the bytes say; undefined for everything that is not accepted. `head` begins where an ID3 tag, if any, ends. */
export function audioTypeOf(head: Buffer): AudioExtension | undefined {
  if (hasBytes(head, 0, 'RIFF') && hasBytes(head, 8, 'WAVE')) return 'wav';
  if (hasBytes(head, 0, 'fLaC')) return 'flac';
  if (hasBytes(head, 0, 'OggS')) return oggTypeOf(head);
  if (hasBytes(head, 4, 'ftyp')) return mp4TypeOf(head);
  return startsWithMp3(head) ? 'mp3' : undefined;
}

/** How many bytes an ID3v2 tag at the start takes; 0 when there is none. */
export function id3Length(head: Buffer): number {
  if (head.length < 10 || !hasBytes(head, 0, 'ID3')) return 0;
  const [a = 0, b = 0, c = 0, d = 0] = head.subarray(6, 10);
  const hasFooter = ((head[5] ?? 0) & 0x10) !== 0;
  return 10 + ((a & 0x7f) << 21) + ((b & 0x7f) << 14) + ((c & 0x7f) << 7) + (d & 0x7f) + (hasFooter ? 10 : 0);
}

/** The codec is named at the start of the first packet, after the page's header and its table of segments. */
function oggTypeOf(head: Buffer): AudioExtension | undefined {
  const packet = 27 + (head[26] ?? 0);
  if (hasBytes(head, packet, 'OpusHead')) return 'opus';
  if (hasBytes(head, packet, '\x01vorbis') || hasBytes(head, packet, '\x7fFLAC')) return 'ogg';
  return undefined;
}

function mp4TypeOf(head: Buffer): AudioExtension | undefined {
  const brand = head.toString('latin1', 8, 12);
  if (brand === 'M4B ') return 'm4b';
  return MP4_BRANDS.has(brand) ? 'm4a' : undefined;
}

/** Two frames in a row, or one that the file ends with: a single pair of bytes is no proof. Padding may come first. */
function startsWithMp3(head: Buffer): boolean {
  let at = 0;
  while (at < head.length && head[at] === 0) at += 1;
  const frame = readFrameHeader(head, at);
  if (!frame) return false;
  const next = at + frame.length;
  return next >= head.length - 4 || readFrameHeader(head, next) !== undefined;
}
