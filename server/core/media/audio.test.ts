import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { inspectAudio } from './audio.ts';
import { type FixtureName, fixturePath, makeImage, makeWav, readFixture } from '#server/testing/media-files';

const folder = await mkdtemp(join(tmpdir(), 'lectern-media-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Writes a file with a wrong extension, because only the content counts. */
async function fileWith(content: Uint8Array | string): Promise<string> {
  const path = join(folder, 'upload.pdf');
  await writeFile(path, content);
  return path;
}

const errorOf = (act: Promise<unknown>): Promise<unknown> =>
  act.then(() => undefined).catch((error) => error);

const html = '<!doctype html><script>alert(1)</script>';
const zip = Buffer.from('504b0304140000000800', 'hex');

const rows: [FixtureName, string][] = [
  ['tone.mp3', 'mp3'],
  ['tone-vbr.mp3', 'mp3'],
  ['tone.m4a', 'm4a'],
  ['tone.m4b', 'm4b'],
  ['tone.ogg', 'ogg'],
  ['tone.opus', 'opus'],
  ['tone.flac', 'flac'],
];

test.each(rows)('detects %s as %s of two seconds', async (name, extension) => {
  const path = await fileWith(await readFixture(name));
  const audio = await inspectAudio(path);
  expect(audio.extension).toBe(extension);
  expect(Math.abs(audio.seconds - 2)).toBeLessThan(0.1);
});

test('measures WAV, also with the open-ended size of a recorder', async () => {
  const wav = makeWav(3);
  expect(await inspectAudio(await fileWith(wav))).toEqual({ extension: 'wav', seconds: 3 });
  wav.writeUInt32LE(0xffff_ffff, 40);
  const { seconds } = await inspectAudio(await fileWith(wav));
  expect(Math.round(seconds)).toBe(3);
});

test('measures an MP3 without a header frame by frame', async () => {
  const once = await readFixture('tone-vbr.mp3');
  const { seconds } = await inspectAudio(await fileWith(Buffer.concat(Array(50).fill(once))));
  expect(Math.round(seconds)).toBe(103);
});

test('detects an MP3 after a large tag', async () => {
  const tag = Buffer.alloc(300_010);
  tag.write('ID3\x04\0\0', 0, 'latin1');
  tag.set([0, 300_000 >> 14, (300_000 >> 7) & 0x7f, 300_000 & 0x7f], 6);
  const path = await fileWith(Buffer.concat([tag, await readFixture('tone-vbr.mp3')]));
  expect((await inspectAudio(path)).extension).toBe('mp3');
});

test.each<[string, () => Promise<Uint8Array | string>]>([
  ['a video in MP4', () => readFixture('film.mp4')],
  ['a video in WebM', () => readFixture('film.webm')],
  ['an image', () => makeImage('jpeg')],
  ['HTML', async () => html],
  [
    'HTML that contains an MP3 frame',
    async () => Buffer.concat([Buffer.from(html), await readFixture('tone-vbr.mp3')]),
  ],
  ['ZIP', async () => zip],
  ['two bytes that look like MP3', async () => Buffer.from('fffb904000000000'.repeat(100), 'hex')],
  ['nothing', async () => ''],
])('rejects %s with 415', async (_name, content) => {
  const failure = await errorOf(inspectAudio(await fileWith(await content())));
  expect(failure).toMatchObject({ status: 415, message: expect.stringContaining('MP3, M4A, M4B, OGG') });
});

test('returns the correct results for concurrent files', async () => {
  const inspections = await Promise.all(rows.map(([name]) => inspectAudio(fixturePath(name))));
  expect(inspections.map(({ extension }) => extension)).toEqual(rows.map(([, extension]) => extension));
});
