import { hasBytes } from '#server/core/media/head-bytes';
import type { Source } from '#server/core/media/source';
import type { ClippableAudio } from './cuttable.ts';
import { id3Tag } from './id3-tag.ts';

/** Linear samples in integers or floats, also in the extensible format: all samples have the same size. */
const LINEAR = new Set([1, 3, 0xfffe]);
const MAX_BYTES = 0xffff_ffff;
const MAX_CHUNKS = 1_000;

function chunk(id: string, body: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(id, 'latin1');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2)]);
}

/** Opens a WAV, which is cut at samples. Returns undefined for compressed samples. */
export async function openWav(source: Source): Promise<ClippableAudio | undefined> {
  let format: Buffer | undefined;
  let data: { readonly start: number; readonly end: number } | undefined;
  let offset = 12;
  for (let count = 0; count < MAX_CHUNKS && offset + 8 <= source.size && !(format && data); count += 1) {
    const head = await source.read(offset, 8);
    const size = head.readUInt32LE(4);
    if (hasBytes(head, 0, 'fmt ') && size >= 16)
      format = await source.read(offset + 8, Math.min(size, 1_024));
    if (hasBytes(head, 0, 'data'))
      data = { start: offset + 8, end: Math.min(offset + 8 + size, source.size) };
    offset += 8 + size + (size % 2);
  }
  if (!format || !data || !LINEAR.has(format.readUInt16LE(0))) return undefined;
  const rate = format.readUInt32LE(4);
  const sampleBytes = format.readUInt16LE(12);
  if (rate === 0 || sampleBytes === 0) return undefined;
  const samples = Math.floor((data.end - data.start) / sampleBytes);
  const { start: first } = data;
  const fmt = chunk('fmt ', format);

  return {
    async *cut({ start, end }, tags) {
      const toByteOffset = (seconds: number) => Math.min(samples, Math.round(seconds * rate)) * sampleBytes;
      const from = toByteOffset(start);
      const length = Math.max(0, (end === null ? samples * sampleBytes : toByteOffset(end)) - from);
      const id3 = chunk('id3 ', id3Tag(tags));
      const size = 4 + fmt.length + 8 + length + (length % 2) + id3.length;
      if (size > MAX_BYTES) throw new Error('The audio is too long for a WAV file.');
      const head = Buffer.alloc(8);
      head.write('data', 'latin1');
      head.writeUInt32LE(length, 4);
      const riff = Buffer.from('RIFF\0\0\0\0WAVE', 'latin1');
      riff.writeUInt32LE(size, 4);
      yield Buffer.concat([riff, fmt, head]);
      yield { start: first + from, end: first + from + length };
      yield Buffer.concat([Buffer.alloc(length % 2), id3]);
    },
  };
}
