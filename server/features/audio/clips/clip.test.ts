import { expect, test } from 'vitest';
import { makeMp3 } from '#server/testing/audio-files';
import { readFixture } from '#server/testing/media-files';
import { id3Length } from '#server/core/media/id3';
import { readFrameHeader } from '#server/core/media/mp3-duration';
import { sourceOfBuffer } from '#server/core/media/source';
import { openCuttable } from './clip.ts';
import { bytesOf } from './copy-range.ts';
import { openClipsOf } from './open-clips.ts';
import type { AudioClip } from './cuttable.ts';
import { atomIn, topAtom } from './mp4-atoms.ts';
import { samplesOf } from './mp4-samples.ts';

const tags = {
  title: 'Üç',
  album: 'Book',
  author: 'Ada',
  narrator: '',
  publisher: 'Marram',
  year: 0,
  track: 2,
  tracks: 3,
  others: { SERIES: 'Coast', 'SERIES-PART': '', ASIN: 'B00ABCDEFG' },
};

async function cut(extension: string, file: Buffer, clip: AudioClip): Promise<Buffer> {
  const source = await openCuttable(extension, sourceOfBuffer(file));
  if (!source) throw new Error('It cannot be cut.');
  const chunks: Buffer[] = [];
  for await (const chunk of bytesOf(sourceOfBuffer(file), source.cut(clip, tags))) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Returns the numbers stored in frames, without the first frame, which has information about the others. */
function numbersOf(file: Buffer): number[] {
  const numbers: number[] = [];
  let offset = id3Length(file);
  for (let frame = readFrameHeader(file, offset); frame; frame = readFrameHeader(file, offset)) {
    numbers.push(file.readUInt32BE(offset + 100));
    offset += frame.length;
  }
  return numbers;
}

/** Returns an MP3 of ten seconds whose frames contain their numbers. */
function numberedMp3(): Buffer {
  const file = makeMp3({ seconds: 10, tags: { TIT2: 'Old' } });
  let number = 0;
  for (let offset = id3Length(file); offset < file.length; offset += 417)
    file.writeUInt32BE((number += 1), offset + 100);
  return file;
}

const SECONDS_A_FRAME = 1152 / 44_100;

test('cuts an MP3 at frames, with one run-in frame and a first frame with their number', async () => {
  const [first, second] = [4, 7.5].map((seconds) => Math.round(seconds / SECONDS_A_FRAME));
  const piece = await cut('mp3', numberedMp3(), { start: 4, end: 7.5 });
  const [telling, ...numbers] = numbersOf(piece);
  expect(telling).toBe(0);
  expect(numbers[0]).toBe(first);
  expect(numbers.at(-1)).toBe(second);
  const offset = piece.indexOf('Info');
  expect(piece.readUInt32BE(offset + 8)).toBe(numbers.length);
  expect(piece.readUInt32BE(offset + 12)).toBe(piece.length - id3Length(piece));
  expect(piece.includes('Üç')).toBe(true);
  for (const tag of ['SERIES\0Coast', 'ASIN\0B00ABCDEFG']) expect(piece.includes(tag), tag).toBe(true);
  expect(piece.includes('SERIES-PART')).toBe(false);
  expect(piece.includes('Old')).toBe(false);
});

test('includes every frame in adjacent clips', async () => {
  const file = numberedMp3();
  const frameLists = [
    await cut('mp3', file, { start: 0, end: 4 }),
    await cut('mp3', file, { start: 4, end: null }),
  ];
  const [before = [], behind = []] = frameLists.map((clips) => numbersOf(clips).slice(1));
  expect([...before, ...behind.slice(1)]).toEqual(numbersOf(file));
});

test('copies the frames of a whole MP3 and sets the tags', async () => {
  const file = Buffer.concat([numberedMp3(), Buffer.from('TAG'), Buffer.alloc(125)]);
  const whole = await cut('mp3', file, { start: 0, end: null });
  expect(whole.subarray(id3Length(whole))).toEqual(file.subarray(id3Length(file), file.length - 128));
  expect(whole.includes('Old')).toBe(false);
});

async function packetsOf(file: Buffer): Promise<Buffer[]> {
  const moov = await topAtom(sourceOfBuffer(file), 'moov', file.length);
  const stbl = moov && atomIn(moov, 'trak', 'mdia', 'minf', 'stbl');
  const samples = stbl && (await samplesOf(stbl, { size: file.length }));
  if (!samples) throw new Error('It has no packets.');
  return Array.from({ length: samples.count }, (_, index) => {
    const offset = samples.offsets[index] ?? 0;
    return file.subarray(offset, offset + (samples.sizes[index] ?? 0));
  });
}

test('cuts an M4A at packets and sets the exact range', async () => {
  const file = await readFixture('tone.m4a');
  const whole = await packetsOf(file);
  const piece = await cut('m4a', file, { start: 0.5, end: 1.25 });
  const packets = await packetsOf(piece);
  const first = whole.findIndex((packet) => packet.equals(packets[0] ?? packet));
  expect(packets).toEqual(whole.slice(first, first + packets.length));
  const moov = (await topAtom(sourceOfBuffer(piece), 'moov', piece.length)) ?? Buffer.alloc(0);
  const edits = atomIn(moov, 'trak', 'edts', 'elst');
  expect(edits?.readUInt32BE(8)).toBe(750);
  // The packet before the clip is decoded but not played.
  expect(edits?.readInt32BE(12)).toBeGreaterThanOrEqual(1_024);
});

function makeWav(samples: number): Buffer {
  const head = Buffer.from('RIFF\0\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0', 'latin1');
  const rate = Buffer.alloc(12);
  rate.writeUInt32LE(8_000, 0);
  rate.writeUInt32LE(16_000, 4);
  rate.writeUInt16LE(2, 8);
  rate.writeUInt16LE(16, 10);
  const data = Buffer.alloc(8 + samples * 2);
  data.write('data', 'latin1');
  data.writeUInt32LE(samples * 2, 4);
  for (let index = 0; index < samples; index += 1) data.writeUInt16LE(index, 8 + index * 2);
  const file = Buffer.concat([head, rate, data]);
  file.writeUInt32LE(file.length - 8, 4);
  return file;
}

test('cuts a WAV at samples', async () => {
  const piece = await cut('wav', makeWav(16_000), { start: 0.5, end: 1.5 });
  expect(piece.readUInt32LE(4)).toBe(piece.length - 8);
  expect(piece.readUInt32LE(40)).toBe(16_000);
  expect([piece.readUInt16LE(44), piece.readUInt16LE(44 + 15_998)]).toEqual([4_000, 11_999]);
});

test('does not cut other types, compressed samples and fragments', async () => {
  const packedWav = makeWav(100);
  packedWav.writeUInt16LE(2, 20);
  expect(await openCuttable('wav', sourceOfBuffer(packedWav))).toBeUndefined();
  expect(await openCuttable('flac', sourceOfBuffer(packedWav))).toBeUndefined();
  expect(await openCuttable('m4a', sourceOfBuffer(packedWav))).toBeUndefined();
});

test.each(['m4a', 'wav', 'mp3'])(
  'cuts a %s truncated anywhere as far as it is readable, or does not cut it',
  async (kind) => {
    const file =
      kind === 'm4a' ? await readFixture('tone.m4a') : kind === 'wav' ? makeWav(8_000) : numberedMp3();
    for (let length = 0; length < file.length; length += 211) {
      const prefix = file.subarray(0, length);
      const source = await openCuttable(kind, sourceOfBuffer(prefix)).catch((error: unknown) => {
        expect(error).toBeInstanceOf(RangeError);
        return undefined;
      });
      let bytes = 0;
      const pieces = source?.cut({ start: 0.1, end: 0.6 }, tags);
      if (pieces) for await (const chunk of bytesOf(sourceOfBuffer(prefix), pieces)) bytes += chunk.length;
      expect(bytes).toBeLessThan(file.length + 1_000);
    }
  },
);

const { signal } = new AbortController();

async function cutInChild(extension: string, file: Buffer, clip: AudioClip): Promise<Buffer> {
  const clips = await openClipsOf(extension, sourceOfBuffer(file), signal);
  if (!clips) throw new Error('It cannot be cut.');
  const chunks: Buffer[] = [];
  for await (const chunk of clips.cut(clip, tags)) chunks.push(chunk);
  clips.close();
  return Buffer.concat(chunks);
}

test.each(['m4a', 'mp3', 'wav'])('cuts a %s in a child process with the same result', async (kind) => {
  const file =
    kind === 'm4a' ? await readFixture('tone.m4a') : kind === 'wav' ? makeWav(64_000) : numberedMp3();
  for (const clip of [
    { start: 0, end: null },
    { start: 0.5, end: 1.25 },
  ])
    expect(await cutInChild(kind, file, clip)).toEqual(await cut(kind, file, clip));
});

test('stops the child process on abort, and does not report a source error as a damaged file', async () => {
  const controller = new AbortController();
  const reason = new Error('The client disconnected.');
  const file = numberedMp3();
  const clips = await openClipsOf('mp3', sourceOfBuffer(file), controller.signal);
  controller.abort(reason);
  await expect(clips?.cut({ start: 1, end: 2 }, tags)[Symbol.asyncIterator]().next()).rejects.toBe(reason);
  const lostStore = new Error('The store is gone.');
  const source = { size: 1_000, read: () => Promise.reject(lostStore) };
  await expect(openClipsOf('mp3', source, signal)).rejects.toBe(lostStore);
});
