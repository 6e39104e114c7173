import { id3Length } from '#server/core/media/id3';
import { hasBytes } from '#server/core/media/head-bytes';
import { readFrameHeader, startsWithMp3 } from '#server/core/media/mp3-duration';
import type { Source } from '#server/core/media/source';
import { pause } from '#server/core/yield-to-event-loop';
import type { ClippableAudio, AudioTags } from './cuttable.ts';
import { id3Tag } from './id3-tag.ts';

const CHUNK = 1024 * 1024;
const HEAD_BYTES = 64 * 1024;
/** Size of an ID3v1 tag, which is at the end of a file. */
const OLD_TAG_BYTES = 128;
/** More bytes than any frame. */
const OVERLAP = 4_096;
/** The offset of every 64th frame is stored. Offsets of other frames are found by reading from there. */
const STORED_EVERY = 64;
/** Frames depend on bytes of preceding frames. */
const RUN_IN = 1;
/** After the marker: flags of the values that follow, number of frames, number of bytes. */
const XING_BYTES = 16;
const HAS_FRAMES_AND_BYTES = 3;
const BITRATE_MASK = 0xf000;
const NO_CHECKSUM = 0x10000;
const PADDING = 0x200;

interface Frames {
  /** The offset of every 64th frame. */
  readonly offsets: readonly number[];
  readonly count: number;
  /** Offset after the last frame. */
  readonly end: number;
  /** The header of the first frame. */
  readonly header: number;
  readonly secondsAFrame: number;
  readonly isOneRate: boolean;
}

/** Returns true for the first frame of a file when it contains only information about the others. */
const isInfoFrame = (chunk: Buffer, offset: number, xingAt: number): boolean =>
  hasBytes(chunk, offset + xingAt, 'Xing') ||
  hasBytes(chunk, offset + xingAt, 'Info') ||
  hasBytes(chunk, offset + 36, 'VBRI');

/** Reads all frames of a file once. */
async function walk(source: Source, begin: number, signal?: AbortSignal): Promise<Frames> {
  const offsets: number[] = [];
  let count = 0;
  let header = 0;
  let secondsAFrame = 1;
  let end = 0;
  let isOneRate = true;
  for (let position = begin; position < source.size; ) {
    const chunk = await source.read(position, CHUNK + OVERLAP);
    await pause(signal);
    const isLast = position + chunk.length >= source.size;
    const limit = isLast ? chunk.length : CHUNK;
    let offset = 0;
    while (offset < limit) {
      const frame = readFrameHeader(chunk, offset);
      const length = frame ? frame.length : 1;
      if (
        frame &&
        offset + length <= chunk.length &&
        !(count === 0 && isInfoFrame(chunk, offset, frame.xingAt))
      ) {
        const word = chunk.readUInt32BE(offset);
        if (count === 0) {
          header = word;
          secondsAFrame = frame.samples / frame.rate;
        }
        if ((word & BITRATE_MASK) !== (header & BITRATE_MASK)) isOneRate = false;
        if (count % STORED_EVERY === 0) offsets.push(position + offset);
        count += 1;
        end = position + offset + length;
      }
      offset += length;
    }
    if (isLast || offset === 0) break;
    position += offset;
  }
  return { offsets, count, end, header, secondsAFrame, isOneRate };
}

/** Returns a silent frame that contains the number of frames, so that players show the correct duration. */
function infoFrameOf({ header, isOneRate }: Frames, frames: number, bytes: number): Buffer {
  const bitrate = (index: number) =>
    ((header & ~BITRATE_MASK & ~PADDING) | (index << 12) | NO_CHECKSUM) >>> 0;
  const bytesOf = Buffer.alloc(4);
  for (let index = 1; index < 15; index += 1) {
    bytesOf.writeUInt32BE(bitrate(index));
    const frame = readFrameHeader(bytesOf, 0);
    if (!frame || frame.length < frame.xingAt + XING_BYTES) continue;
    const infoFrame = Buffer.alloc(frame.length);
    bytesOf.copy(infoFrame);
    infoFrame.write(isOneRate ? 'Info' : 'Xing', frame.xingAt, 'latin1');
    infoFrame.writeUInt32BE(HAS_FRAMES_AND_BYTES, frame.xingAt + 4);
    infoFrame.writeUInt32BE(frames, frame.xingAt + 8);
    infoFrame.writeUInt32BE(Math.min(bytes + frame.length, 0xffff_ffff), frame.xingAt + 12);
    return infoFrame;
  }
  return Buffer.alloc(0);
}

/** Returns the offset of a frame. */
async function findFrameOffset(
  source: Source,
  { offsets, count, end }: Frames,
  number: number,
): Promise<number> {
  if (number >= count) return end;
  const offset = offsets[Math.floor(number / STORED_EVERY)] ?? 0;
  const bytes = await source.read(offset, (STORED_EVERY + 1) * OVERLAP);
  let frameOffset = 0;
  for (let left = number % STORED_EVERY; left > 0 && frameOffset < bytes.length; ) {
    const frame = readFrameHeader(bytes, frameOffset);
    frameOffset += frame ? frame.length : 1;
    if (frame) left -= 1;
  }
  while (frameOffset < bytes.length && !readFrameHeader(bytes, frameOffset)) frameOffset += 1;
  return offset + frameOffset;
}

/**
 * Opens an MP3, which is cut at frames. A clip has one additional frame before it as run-in. The whole file is copied without a search for
 * frames.
 */
export async function openMp3(source: Source, signal?: AbortSignal): Promise<ClippableAudio | undefined> {
  const begin = id3Length(await source.read(0, 10));
  if (!startsWithMp3(await source.read(begin, HEAD_BYTES))) return undefined;
  let frameWalk: Promise<Frames> | undefined;

  async function* cutFrames(start: number, end: number | null, tags: AudioTags) {
    frameWalk ??= walk(source, begin, signal);
    const frames = await frameWalk;
    const frameAt = (seconds: number) => Math.min(frames.count, Math.round(seconds / frames.secondsAFrame));
    const to = end === null ? frames.count : frameAt(end);
    const from = Math.max(0, Math.min(frameAt(start), to) - RUN_IN);
    const [first, behind] = [
      await findFrameOffset(source, frames, from),
      await findFrameOffset(source, frames, to),
    ];
    yield Buffer.concat([id3Tag(tags), infoFrameOf(frames, to - from, behind - first)]);
    yield { start: first, end: behind };
  }

  async function* retag(tags: AudioTags) {
    const tail = await source.read(source.size - OLD_TAG_BYTES, OLD_TAG_BYTES);
    yield id3Tag(tags);
    yield { start: begin, end: source.size - (hasBytes(tail, 0, 'TAG') ? OLD_TAG_BYTES : 0) };
  }

  return {
    cut: ({ start, end }, tags) => (start === 0 && end === null ? retag(tags) : cutFrames(start, end, tags)),
  };
}
