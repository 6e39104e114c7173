import { noTags } from '../server/features/audio/clips/cuttable.ts';
import { readFile, writeFile, open } from 'node:fs/promises';
import { join } from 'node:path';
import { atom, atomIn, topAtom, userData, uint32s } from '#server/features/audio/clips/mp4-atoms';
import { type Samples, samplesOf } from '#server/features/audio/clips/mp4-samples';
import { id3Length } from '#server/core/media/id3';
import { readFrameHeader } from '#server/core/media/mp3-duration';
import { sourceOfBuffer } from '#server/core/media/source';
import { makeEpub } from '#server/testing/epub-files';

/* Generates the input files of import measurements from a tone of two seconds and a list of words. */

const fixtures = join(import.meta.dirname, '..', 'server', 'testing', 'fixtures');
async function readTone(): Promise<{ packets: Buffer; samples: Samples; stbl: Buffer; scale: number }> {
  const file = await readFile(join(fixtures, 'tone.m4a'));
  const moov = await topAtom(sourceOfBuffer(file), 'moov', file.length);
  const stbl = moov && atomIn(moov, 'trak', 'mdia', 'minf', 'stbl');
  const samples = stbl && (await samplesOf(stbl, { size: file.length }));
  const mdhd = moov && atomIn(moov, 'trak', 'mdia', 'mdhd');
  if (!stbl || !samples || !mdhd) throw new Error('The tone has no packets.');
  const packets = Array.from(samples.offsets, (offset, index) =>
    file.subarray(offset, offset + (samples.sizes[index] ?? 0)),
  );
  return { packets: Buffer.concat(packets), samples, stbl, scale: mdhd.readUInt32BE(12) };
}

/** Writes an M4B with chapter marks at equal distances. @returns its size in bytes */
export async function writeM4b(
  path: string,
  {
    title,
    seconds,
    chapters,
  }: { readonly title: string; readonly seconds: number; readonly chapters: number },
): Promise<number> {
  const { packets, samples, stbl, scale } = await readTone();
  const times = Math.ceil((seconds * scale) / (samples.starts[samples.count] ?? 1));
  const count = times * samples.count;
  const units = count * 1024;
  const sizes = Buffer.alloc(samples.count * 4);
  for (const [index, size] of samples.sizes.entries()) sizes.writeUInt32BE(size, index * 4);
  const marks = Array.from({ length: chapters }, (_, index) => {
    const time = Buffer.alloc(8);
    time.writeBigUInt64BE(BigInt(Math.round(((index * seconds) / chapters) * 10_000_000)));
    const name = Buffer.from(`Chapter ${index + 1}`);
    return Buffer.concat([time, Buffer.from([name.length]), name]);
  });
  const udta = userData({
    ...noTags,
    author: 'Ada Marsh',
    narrator: 'Nora Vale',
    publisher: 'Marram',
    year: 2026,
    track: 1,
    tracks: 1,
    title,
    album: title,
  }).subarray(8);
  const chpl = atom('chpl', Buffer.from([1, 0, 0, 0, 0, 0, 0, 0, chapters]), ...marks);
  const unity = [0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000];
  const audio = Buffer.concat([uint32s(0, 0), Buffer.from('soun', 'latin1'), Buffer.alloc(13)]);
  const head = (dataAt: number) =>
    atom(
      'moov',
      atom(
        'mvhd',
        uint32s(0, 0, 0, 1_000, seconds * 1_000, 0x1_0000, 0x100_0000, 0, 0, ...unity, 0, 0, 0, 0, 0, 0, 2),
      ),
      atom(
        'trak',
        atom('tkhd', uint32s(7, 0, 0, 1, 0, seconds * 1_000, 0, 0, 0, 0x100_0000, ...unity, 0, 0)),
        atom(
          'mdia',
          atom('mdhd', uint32s(0, 0, 0, scale, units, 0x55c4_0000)),
          atom('hdlr', audio),
          atom(
            'minf',
            atom('smhd', uint32s(0, 0)),
            atom(
              'stbl',
              atom('stsd', atomIn(stbl, 'stsd') ?? Buffer.alloc(0)),
              atom('stts', uint32s(0, 1, count, 1024)),
              atom('stsc', uint32s(0, 1, 1, count, 1)),
              atom('stsz', uint32s(0, 0, count), ...Array.from({ length: times }, () => sizes)),
              atom('stco', uint32s(0, 1, dataAt)),
            ),
          ),
        ),
      ),
      atom('udta', udta, ...(chapters > 0 ? [chpl] : [])),
    );
  const type = atom('ftyp', Buffer.from('M4B ', 'latin1'), uint32s(0), Buffer.from('M4B M4A mp42', 'latin1'));
  const bytes = times * packets.length;
  const dataAt = type.length + head(0).length + 8;
  const file = await open(path, 'w');
  try {
    await file.write(Buffer.concat([type, head(dataAt), uint32s(bytes + 8), Buffer.from('mdat', 'latin1')]));
    const many = Buffer.concat(Array.from({ length: 100 }, () => packets));
    for (let remainingCount = times; remainingCount > 0; remainingCount -= 100)
      await file.write(many, 0, Math.min(remainingCount, 100) * packets.length);
  } finally {
    await file.close();
  }
  return dataAt + bytes;
}

/** Returns an MP3 with a duration of `seconds`. */
export async function makeMp3Of(seconds: number): Promise<Buffer> {
  const file = await readFile(join(fixtures, 'tone.mp3'));
  let offset = id3Length(file);
  const first = readFrameHeader(file, offset);
  offset += first?.length ?? 0;
  const start = offset;
  let count = 0;
  let length = 0;
  for (let frame = readFrameHeader(file, offset); frame; frame = readFrameHeader(file, offset)) {
    offset += frame.length;
    count += 1;
    length = frame.samples / frame.rate;
  }
  const times = Math.ceil(seconds / (count * length));
  return Buffer.concat(Array.from({ length: times }, () => file.subarray(start, offset)));
}

const syllables = 'la me ri so tu ven dor ka lis mo'.split(' ');

/** Returns an EPUB. @param characters the approximate length of each text item */
export function makeText(
  title: string,
  shape: { readonly chapters: number; readonly passages: number; readonly characters: number },
): Promise<Buffer> {
  let round = title.length;
  const word = () => {
    round = (round * 7_919 + 13) % 1_000_003;
    return `${syllables[round % 10]}${syllables[Math.floor(round / 10) % 10]}`;
  };
  const passage = () => {
    const many = Math.ceil(shape.characters / 6);
    return `${Array.from({ length: many }, word).join(' ')}.`;
  };
  return makeEpub({
    title,
    author: 'Ada Marsh',
    chapters: Array.from({ length: shape.chapters }, (_, index) => ({
      title: `Chapter ${index + 1}`,
      paragraphs: Array.from({ length: shape.passages }, passage),
    })),
  });
}

/** Writes a WAV of two tones with varying volume at 48 kHz. */
export async function writeTones(path: string, seconds: number, level: number): Promise<void> {
  const rate = 48_000;
  const data = Buffer.alloc(seconds * rate * 2);
  for (let index = 0; index < seconds * rate; index += 1) {
    const time = index / rate;
    const swell = 0.3 + 0.7 * Math.abs(Math.sin(time / 3));
    const audio = Math.sin(2 * Math.PI * 997 * time) * 0.6 + Math.sin(2 * Math.PI * 233 * time) * 0.4;
    data.writeInt16LE(Math.round(audio * swell * level * 32_767), index * 2);
  }
  const head = Buffer.from('RIFF\0\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0', 'latin1');
  head.writeUInt32LE(36 + data.length, 4);
  const format = Buffer.alloc(20);
  format.writeUInt32LE(rate, 0);
  format.writeUInt32LE(rate * 2, 4);
  format.writeUInt16LE(2, 8);
  format.writeUInt16LE(16, 10);
  format.write('data', 12, 'latin1');
  format.writeUInt32LE(data.length, 16);
  await writeFile(path, Buffer.concat([head, format, data]));
}
