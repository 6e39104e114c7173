import { expect, test } from 'vitest';
import { makeM4b, makeMp3 } from '#server/testing/audio-files';
import { makeEpub } from '#server/testing/epub-files';
import { type FixtureName, makeWav, readFixture } from '#server/testing/media-files';
import { makeOgg } from '#server/testing/ogg-files';
import { id3Length } from '#server/core/media/id3';
import { readFrameHeader } from '#server/core/media/mp3-duration';
import { sourceOfBuffer } from '#server/core/media/source';
import { readAudio } from './audio.ts';

const read = (bytes: Buffer) => readAudio(sourceOfBuffer(bytes));
const values = (candidates: readonly { value: string }[] | undefined) =>
  (candidates ?? []).map(({ value }) => value);

test('reads title, author, narrator, cover and chapters of an M4B', async () => {
  const parsedAudio = await read(
    await makeM4b({
      tags: {
        '©nam': 'The Lighthouse',
        '©alb': 'The Lighthouse',
        '©ART': 'Ada Marsh',
        '©wrt': 'Nora Reader',
        '©pub': 'Gull & Tern',
        '©day': '1924',
        desc: 'A fine book.',
      },
      chapters: [
        { title: 'The lamp', start: 0 },
        { title: 'The storm', start: 0.5 },
        { title: 'The morning', start: 1.25 },
      ],
      image: Buffer.from('\x89PNG picture', 'latin1'),
    }),
  );
  expect(parsedAudio.extension).toBe('m4b');
  expect(parsedAudio.seconds).toBeCloseTo(2, 1);
  expect(parsedAudio.audios.map(({ title, start }) => [title, start])).toEqual([
    ['The lamp', 0],
    ['The storm', 0.5],
    ['The morning', 1.25],
  ]);
  expect(parsedAudio.audios.at(-1)?.end).toBe(parsedAudio.seconds);
  const { fields } = parsedAudio;
  expect(values(fields.name)).toEqual(['The Lighthouse']);
  expect(values(fields.author)).toEqual(['Ada Marsh']);
  expect(values(fields.narrator)).toEqual(['Nora Reader']);
  expect(values(fields.publisher)).toEqual(['Gull & Tern']);
  expect(values(fields.year)).toEqual(['1924']);
  expect(values(fields.description)).toEqual(['A fine book.']);
  expect(parsedAudio.images).toHaveLength(1);
});

test('reads tags and chapter frames of an MP3', async () => {
  const parsedAudio = await read(
    makeMp3({
      seconds: 4,
      tags: {
        TIT2: 'One',
        TALB: 'The Lighthouse',
        TPE1: 'Ada Marsh',
        TRCK: '3/12',
        TPOS: '2',
        TLAN: 'tur',
        TPUB: 'Gull',
      },
      chapters: [
        { title: 'The lamp', start: 0, end: 1.5 },
        { title: 'The storm', start: 1.5, end: 4 },
      ],
    }),
  );
  expect(parsedAudio).toMatchObject({
    extension: 'mp3',
    title: 'One',
    album: 'The Lighthouse',
    track: 3,
    disc: 2,
  });
  expect(parsedAudio.seconds).toBeCloseTo(4, 1);
  expect(values(parsedAudio.fields.language)).toEqual(['1']);
  expect(values(parsedAudio.fields.publisher)).toEqual(['Gull']);
  expect(parsedAudio.audios.map(({ title, start }) => [title, start])).toEqual([
    ['The lamp', 0],
    ['The storm', 1.5],
  ]);
});

test.each(['vorbis', 'opus'] as const)('reads CHAPTER comments of an Ogg file with %s', async (codec) => {
  const { audios, seconds, fields } = await read(
    await makeOgg(codec, [
      'TITLE=The Lighthouse',
      'CHAPTER001=00:00:00.000',
      'CHAPTER001NAME=The lamp',
      // A name may precede its time, and names are not case-sensitive.
      'chapter002name=The storm',
      'chapter002=00:00:00.750',
      'CHAPTER003=00:00:01.500',
      'CHAPTER004=later',
      'CHAPTER004NAME=The mistake',
      'CHAPTER005=00:30:00.000',
      'CHAPTER005NAME=Behind the end',
    ]),
  );
  expect(seconds).toBeCloseTo(2, 0);
  expect(values(fields.name)).toEqual(['The Lighthouse']);
  expect(audios.map(({ title, start, source }) => [title, start, source])).toEqual([
    ['The lamp', 0, 'tags'],
    ['The storm', 0.75, 'tags'],
    ['', 1.5, 'tags'],
  ]);
  expect(audios.at(-1)?.end).toBe(seconds);
});

test('ignores comments that resemble CHAPTER comments', async () => {
  const { audios } = await read(await makeOgg('vorbis', ['CHAPTER=1', 'CHAPTERS=3']));
  expect(audios).toEqual([]);
});

test('reads media markers although their tag is split at every slash', async () => {
  const xml =
    '<Markers><Marker><Name>The lamp</Name><Time>0:00.000</Time></Marker><Marker><Name>The storm</Name><Time>0:01.500</Time></Marker></Markers>';
  const { audios } = await read(makeMp3({ seconds: 3, tags: { 'TXXX:OverDrive MediaMarkers': xml } }));
  expect(audios.map(({ title, start, source }) => [title, start, source])).toEqual([
    ['The lamp', 0, 'markers'],
    ['The storm', 1.5, 'markers'],
  ]);
});

test.each<[FixtureName, string]>([
  ['tone.mp3', 'mp3'],
  ['tone-vbr.mp3', 'mp3'],
  ['tone.m4a', 'm4a'],
  ['tone.ogg', 'ogg'],
  ['tone.opus', 'opus'],
  ['tone.flac', 'flac'],
])('reads the duration of %s', async (name, extension) => {
  const parsedAudio = await read(await readFixture(name));
  expect(parsedAudio.extension).toBe(extension);
  expect(parsedAudio.seconds).toBeCloseTo(2, 0);
});

test('reads the duration of a WAV', async () => {
  expect((await read(makeWav(1.5))).seconds).toBeCloseTo(1.5, 2);
});

test('rejects a video and a text', async () => {
  await expect(read(await readFixture('film.mp4'))).rejects.toMatchObject({ kind: 'unsupported' });
  await expect(read(await makeEpub())).rejects.toMatchObject({ kind: 'unsupported' });
});

test('returns the available values of a file truncated at any kilobyte, or rejects it with a message', async () => {
  const files = [
    await makeM4b({ tags: { '©nam': 'x'.repeat(3000) }, chapters: [{ title: 'One', start: 0 }] }),
    makeMp3({ tags: { TIT2: 'x'.repeat(3000) } }),
    await readFixture('tone.flac'),
    await readFixture('tone.opus'),
  ];
  for (const whole of files)
    for (let length = 0; length < whole.length; length += 1024) {
      const result = await read(whole.subarray(0, length)).catch((reason: unknown) => reason);
      const isReported =
        result instanceof Error ? result.name === 'ParseError' : (result as { seconds: number }).seconds > 0;
      expect(isReported, `${length} of ${whole.length}: ${String(result)}`).toBe(true);
    }
});

/** Returns an MP3 whose first frame declares the number of frames and bytes. */
function withHeader(bytes: Buffer, seconds: number): Buffer {
  const declaredBytes = Buffer.from(bytes);
  const start = id3Length(bytes);
  const offset = start + (readFrameHeader(bytes, start)?.xingAt ?? 0);
  declaredBytes.write('Xing', offset, 'latin1');
  declaredBytes.writeUInt32BE(3, offset + 4);
  declaredBytes.writeUInt32BE(Math.round((seconds * 44_100) / 1152), offset + 8);
  declaredBytes.writeUInt32BE(Math.round((seconds * 44_100) / 1152) * 417, offset + 12);
  return declaredBytes;
}

test('returns the actual duration of a truncated MP3, and a warning', async () => {
  const parsedAudio = await read(withHeader(makeMp3({ seconds: 120 }), 240));
  expect(parsedAudio.seconds).toBeCloseTo(120, 0);
  expect(parsedAudio.problems).toEqual([
    { kind: 'damaged', message: 'The file is incomplete: only 2:00 of 4:00 could be read.' },
  ]);
  const whole = await read(withHeader(makeMp3({ seconds: 20 }), 20));
  expect(whole.seconds).toBeCloseTo(20, 0);
  expect(whole.problems).toEqual([]);
});
