import type { BytesAt } from './bytes-at.ts';
import { hasBytes } from './head-bytes.ts';

const BITRATES_1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const BITRATES_2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const RATES = [44_100, 48_000, 32_000];
const CHUNK = 1024 * 1024;
/** The overlap of chunks in bytes. It exceeds the size of any frame. */
const OVERLAP = 4096;

export interface Mp3Frame {
  /** The length of the frame in bytes, including its header. */
  readonly length: number;
  readonly samples: number;
  readonly rate: number;
  /** The offset of a Xing or Info header from the start of the frame. */
  readonly xingAt: number;
}

/** Returns the frame of MPEG 1, 2 or 2.5, layer III, at an offset, or undefined. */
export function readFrameHeader(buffer: Buffer, offset: number): Mp3Frame | undefined {
  if (offset + 4 > buffer.length) return undefined;
  const word = buffer.readUInt32BE(offset);
  if (word >>> 21 !== 0x7ff || ((word >>> 17) & 3) !== 1) return undefined;
  const version = (word >>> 19) & 3;
  if (version === 1) return undefined;
  const isFirst = version === 3;
  const kilobits = (isFirst ? BITRATES_1 : BITRATES_2)[(word >>> 12) & 15];
  const fullRate = RATES[(word >>> 10) & 3];
  if (!kilobits || !fullRate) return undefined;
  const rate = fullRate / (isFirst ? 1 : version === 2 ? 2 : 4);
  const samples = isFirst ? 1152 : 576;
  const padding = (word >>> 9) & 1;
  const isMono = ((word >>> 6) & 3) === 3;
  const xingAt = 4 + (isFirst ? (isMono ? 17 : 32) : isMono ? 9 : 17);
  return { length: Math.floor((samples * kilobits * 125) / rate) + padding, samples, rate, xingAt };
}

/**
 * Returns true if the bytes start with two consecutive frames, or with one that ends the file. A single frame header could be a
 * coincidence. Padding is allowed before the first frame.
 */
export function startsWithMp3(head: Buffer): boolean {
  let offset = 0;
  while (offset < head.length && head[offset] === 0) offset += 1;
  const frame = readFrameHeader(head, offset);
  if (!frame) return false;
  const next = offset + frame.length;
  return next >= head.length - 4 || readFrameHeader(head, next) !== undefined;
}

interface Declared {
  readonly frames: number;
  /** Undefined if only the number of frames is declared. */
  readonly bytes: number | undefined;
}

/** Returns the size that a Xing, Info or VBRI header in the first frame declares. */
function declaredIn(buffer: Buffer, offset: number, frame: Mp3Frame): Declared | undefined {
  const xing = offset + frame.xingAt;
  const isXing = hasBytes(buffer, xing, 'Xing') || hasBytes(buffer, xing, 'Info');
  if (isXing && xing + 12 <= buffer.length && buffer.readUInt32BE(xing + 4) & 1) {
    const frames = buffer.readUInt32BE(xing + 8);
    const hasLength = (buffer.readUInt32BE(xing + 4) & 2) !== 0 && xing + 16 <= buffer.length;
    const bytes = hasLength ? buffer.readUInt32BE(xing + 12) : 0;
    return frames === 0 ? undefined : { frames, bytes: bytes || undefined };
  }
  const vbri = offset + 36;
  if (hasBytes(buffer, vbri, 'VBRI') && vbri + 18 <= buffer.length) {
    const frames = buffer.readUInt32BE(vbri + 14);
    return frames === 0 ? undefined : { frames, bytes: buffer.readUInt32BE(vbri + 10) || undefined };
  }
  return undefined;
}

/** The tolerance for tags after the audio and for differences between encoders. */
const LENGTH_SLACK = 1.02;

/** Returns true if a file may have fewer bytes than its header declares. Its frames are then counted. */
const isShorter = ({ frames, bytes }: Declared, frame: Mp3Frame, left: number): boolean =>
  (bytes ?? frames * frame.length) > left * LENGTH_SLACK;

export interface Mp3Length {
  /** The duration of the existing audio in seconds. */
  readonly seconds: number;
  /** The duration that the header of a possibly truncated file declares, else undefined. */
  readonly declared: number | undefined;
}

/** Returns the duration in seconds of an MP3 file whose frames start at `start`, or undefined without a frame. */
export const mp3Duration = async (file: BytesAt, start: number, size: number): Promise<number | undefined> =>
  (await mp3Length(file, start, size))?.seconds;

/**
 * Returns the duration of an MP3 file whose frames start at `start`. Uses the header if the file is complete. Otherwise counts all frames,
 * which is exact for any bit rate. Returns undefined without a frame.
 */
export async function mp3Length(file: BytesAt, start: number, size: number): Promise<Mp3Length | undefined> {
  const buffer = Buffer.alloc(CHUNK + OVERLAP);
  let seconds = 0;
  let position = start;
  let isFirst = true;
  let declaredSeconds: number | undefined;
  while (position < size) {
    const { bytesRead } = await file.read(buffer, 0, buffer.length, position);
    const chunk = buffer.subarray(0, bytesRead);
    const isLast = position + bytesRead >= size || bytesRead < buffer.length;
    const end = isLast ? bytesRead : CHUNK;
    let offset = 0;
    while (offset < end) {
      const frame = readFrameHeader(chunk, offset);
      if (!frame) {
        offset += 1;
        continue;
      }
      if (isFirst) {
        isFirst = false;
        const header = declaredIn(chunk, offset, frame);
        const length = header && (header.frames * frame.samples) / frame.rate;
        if (header && !isShorter(header, frame, size - position - offset))
          return { seconds: length ?? 0, declared: undefined };
        declaredSeconds = length;
      }
      seconds += frame.samples / frame.rate;
      offset += frame.length;
    }
    if (isLast) break;
    position += offset;
  }
  return isFirst ? undefined : { seconds, declared: declaredSeconds };
}
