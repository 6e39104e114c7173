import { open } from 'node:fs/promises';
import type { Audio } from './audio-stream.ts';

const HEAD_BYTES = 1024 * 1024;
/** Approximate bytes of a piece of audio. */
const CHUNK_BYTES = 256 * 1024;
/** A header can claim 65,535 channels, which need gigabytes of memory. */
const MAX_CHANNELS = 64;
const PCM = 1;
const FLOAT = 3;
const EXTENSIBLE = 0xfffe;

interface WavFormat {
  readonly kind: number;
  readonly channels: number;
  readonly rate: number;
  readonly bits: number;
  readonly dataAt: number;
  readonly dataBytes: number;
}

/** @param size bytes of the whole file. @returns undefined when the head contains no audio data */
export function readWavFormat(head: Buffer, size: number): WavFormat | undefined {
  let format: Omit<WavFormat, 'dataAt' | 'dataBytes'> | undefined;
  for (let offset = 12; offset + 8 <= head.length; ) {
    const id = head.toString('latin1', offset, offset + 4);
    const length = head.readUInt32LE(offset + 4);
    const body = offset + 8;
    if (id === 'fmt ' && body + 16 <= head.length) {
      const kind = head.readUInt16LE(body);
      format = {
        kind: kind === EXTENSIBLE && body + 26 <= head.length ? head.readUInt16LE(body + 24) : kind,
        channels: head.readUInt16LE(body + 2),
        rate: head.readUInt32LE(body + 4),
        bits: head.readUInt16LE(body + 14),
      };
    }
    if (id === 'data') {
      // A recorder that could not seek back writes the maximum length. Beyond 4 GiB the header cannot contain the length.
      const dataBytes = size > 0xffff_ffff ? size - body : Math.min(length, size - body);
      return format && { ...format, dataAt: body, dataBytes };
    }
    offset = body + length + (length % 2);
  }
  return undefined;
}

function readerOf({ kind, bits }: WavFormat): ((bytes: DataView, offset: number) => number) | undefined {
  if (kind === FLOAT && bits === 32) return (bytes, offset) => bytes.getFloat32(offset, true);
  if (kind === FLOAT && bits === 64) return (bytes, offset) => bytes.getFloat64(offset, true);
  if (kind !== PCM) return undefined;
  if (bits === 8) return (bytes, offset) => (bytes.getUint8(offset) - 128) / 128;
  if (bits === 16) return (bytes, offset) => bytes.getInt16(offset, true) / 32_768;
  if (bits === 24)
    return (bytes, offset) =>
      (bytes.getInt8(offset + 2) * 65_536 + bytes.getUint16(offset, true)) / 8_388_608;
  if (bits === 32) return (bytes, offset) => bytes.getInt32(offset, true) / 2_147_483_648;
  return undefined;
}

/** @throws Error for an unknown type of WAV */
export async function* decodeWav(path: string): AsyncGenerator<Audio> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const { buffer: head, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    const format = readWavFormat(head.subarray(0, bytesRead), size);
    const read = format && readerOf(format);
    if (!format || !read || format.channels === 0 || format.channels > MAX_CHANNELS)
      throw new Error('This WAV format isn’t supported.');
    const sampleBytes = format.bits / 8;
    const frameBytes = sampleBytes * format.channels;
    const chunk = Buffer.alloc(Math.floor(CHUNK_BYTES / frameBytes) * frameBytes);
    const view = new DataView(chunk.buffer, chunk.byteOffset, chunk.length);
    for (let offset = 0; offset < format.dataBytes; offset += chunk.length) {
      const requestedBytes = Math.min(chunk.length, format.dataBytes - offset);
      const { bytesRead: byteCount } = await file.read(chunk, 0, requestedBytes, format.dataAt + offset);
      const frames = Math.floor(byteCount / frameBytes);
      yield {
        sampleRate: format.rate,
        channels: Array.from({ length: format.channels }, (_, channel) => {
          const samples = new Float32Array(frames);
          for (let frame = 0, from = channel * sampleBytes; frame < frames; frame += 1, from += frameBytes)
            samples[frame] = read(view, from);
          return samples;
        }),
      };
      if (byteCount < requestedBytes) return;
    }
  } finally {
    await file.close();
  }
}
