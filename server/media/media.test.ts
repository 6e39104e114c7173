import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AppError } from '#server/errors';
import { inspectAudio } from '#server/media/audio';
import { renderPicture } from '#server/media/picture';
import {
  type FixtureName,
  fixturePath,
  makeAnimation,
  makePicture,
  makePictureClaiming,
  makeWav,
  readFixture,
} from '#server/testing/media-files';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-media-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Named wrongly on purpose: only the content counts. */
async function fileWith(content: Uint8Array | string): Promise<string> {
  const path = join(folder, 'upload.pdf');
  await writeFile(path, content);
  return path;
}

async function render(content: Uint8Array | string) {
  const target = { picture: join(folder, 'picture'), thumbnail: join(folder, 'thumbnail') };
  await renderPicture(await fileWith(content), target);
  return {
    picture: await sharp(target.picture).metadata(),
    thumbnail: await sharp(target.thumbnail).metadata(),
    colours: await sharp(target.picture).raw().toBuffer({ resolveWithObject: true }),
  };
}

const failureOf = (act: Promise<unknown>): Promise<unknown> =>
  act.then(() => undefined).catch((error) => error);

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>alert(1)</script></svg>';
const html = '<!doctype html><script>alert(1)</script>';
const zip = Buffer.from('504b0304140000000800', 'hex');

describe('pictures', () => {
  test.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)('%s becomes WebP', async (format) => {
    const { picture, thumbnail } = await render(await makePicture(format));
    expect(picture).toMatchObject({ format: 'webp', width: 60, height: 90 });
    expect(thumbnail).toMatchObject({ format: 'webp', width: 60, height: 90 });
  });

  test('renditions fit their boxes and keep the proportions', async () => {
    const { picture, thumbnail } = await render(await makePicture('jpeg', { width: 2400, height: 2400 }));
    expect(picture).toMatchObject({ width: 1200, height: 1200 });
    expect(thumbnail).toMatchObject({ width: 240, height: 240 });
  });

  test('stands upright, and says nothing of where it was taken', async () => {
    const { picture, colours } = await render(await makePicture('jpeg', { orientation: 6 }));
    expect(picture).toMatchObject({ width: 90, height: 60 });
    expect([picture.orientation, picture.exif, picture.icc, picture.xmp]).toEqual(Array(4).fill(undefined));
    // Turned clockwise, the red half has come to the right.
    const [left, right] = [0, 89].map((x) => colours.data[(30 * 90 + x) * colours.info.channels] ?? -1);
    expect(left).toBeLessThan(80);
    expect(right).toBeGreaterThan(170);
  });

  test.each(['gif', 'webp'] as const)('an animated %s gives its first frame', async (format) => {
    const { picture, colours } = await render(await makeAnimation(format));
    expect(picture).toMatchObject({ width: 20, height: 30 });
    expect(picture.pages ?? 1).toBe(1);
    expect(colours.data[0]).toBeGreaterThan(170);
  });

  test.each([
    ['SVG', svg],
    ['SVG after a declaration', `<?xml version="1.0"?>${svg}`],
    ['HTML', html],
    ['ZIP', zip],
    ['PDF', '%PDF-1.7'],
    ['TIFF', Buffer.from('49492a0008000000', 'hex')],
    ['BMP', Buffer.from('424d3a000000', 'hex')],
    ['audio', makeWav(0.1)],
    ['nothing', ''],
  ])('%s is refused with 415', async (_name, content) => {
    const failure = await failureOf(render(content));
    expect(failure).toMatchObject({
      status: 415,
      message: expect.stringContaining('JPEG, PNG, WebP, AVIF or GIF'),
    });
  });

  test.each([
    [60_000, 1_000],
    [1_000_000, 1_000_000],
    [7_072, 7_072],
  ])('%i x %i pixels are refused before decoding', async (width, height) => {
    const failure = await failureOf(render(await makePictureClaiming(width, height)));
    expect(failure).toMatchObject({ status: 413, message: expect.stringContaining('50 million') });
  });

  test.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)(
    'half a %s is refused with 422',
    async (format) => {
      const whole = await makePicture(format, { width: 400, height: 600 });
      const failure = await failureOf(render(whole.subarray(0, Math.floor(whole.length / 2))));
      expect(failure).toMatchObject({ status: 422, message: expect.stringContaining('damaged') });
    },
  );
});

describe('audio', () => {
  const rows: [FixtureName, string][] = [
    ['tone.mp3', 'mp3'],
    ['tone-vbr.mp3', 'mp3'],
    ['tone.m4a', 'm4a'],
    ['tone.m4b', 'm4b'],
    ['tone.ogg', 'ogg'],
    ['tone.opus', 'opus'],
    ['tone.flac', 'flac'],
  ];

  test.each(rows)('%s is %s of two seconds', async (name, extension) => {
    const path = await fileWith(await readFixture(name));
    const found = await inspectAudio(path);
    expect(found.extension).toBe(extension);
    expect(Math.abs(found.seconds - 2)).toBeLessThan(0.1);
  });

  test('WAV, also with the open-ended size of a recorder', async () => {
    const wav = makeWav(3);
    expect(await inspectAudio(await fileWith(wav))).toEqual({ extension: 'wav', seconds: 3 });
    wav.writeUInt32LE(0xffff_ffff, 40);
    const { seconds } = await inspectAudio(await fileWith(wav));
    expect(Math.round(seconds)).toBe(3);
  });

  test('an MP3 without a header is measured frame by frame', async () => {
    const once = await readFixture('tone-vbr.mp3');
    const { seconds } = await inspectAudio(await fileWith(Buffer.concat(Array(50).fill(once))));
    expect(Math.round(seconds)).toBe(103);
  });

  test('an MP3 behind a large tag is found', async () => {
    const tag = Buffer.alloc(300_010);
    tag.write('ID3\x04\0\0', 0, 'latin1');
    tag.set([0, 300_000 >> 14, (300_000 >> 7) & 0x7f, 300_000 & 0x7f], 6);
    const path = await fileWith(Buffer.concat([tag, await readFixture('tone-vbr.mp3')]));
    expect((await inspectAudio(path)).extension).toBe('mp3');
  });

  test.each<[string, () => Promise<Uint8Array | string>]>([
    ['a film in MP4', () => readFixture('film.mp4')],
    ['a film in WebM', () => readFixture('film.webm')],
    ['a picture', () => makePicture('jpeg')],
    ['HTML', async () => html],
    [
      'HTML with a frame inside',
      async () => Buffer.concat([Buffer.from(html), await readFixture('tone-vbr.mp3')]),
    ],
    ['ZIP', async () => zip],
    ['two lucky bytes', async () => Buffer.from('fffb904000000000'.repeat(100), 'hex')],
    ['nothing', async () => ''],
  ])('%s is refused with 415', async (_name, content) => {
    const failure = await failureOf(inspectAudio(await fileWith(await content())));
    expect(failure).toMatchObject({ status: 415, message: expect.stringContaining('MP3, M4A, M4B, OGG') });
  });

  test('several files at once keep their answers apart', async () => {
    const found = await Promise.all(rows.map(([name]) => inspectAudio(fixturePath(name))));
    expect(found.map(({ extension }) => extension)).toEqual(rows.map(([, extension]) => extension));
  });
});

describe('damaged files', () => {
  /** Park and Miller's generator, so that a failing case can be run again. */
  function createRandom(seed: number) {
    let state = seed;
    return (below: number) => {
      state = (state * 48_271) % 2_147_483_647;
      return state % below;
    };
  }

  function damage(original: Uint8Array, random: (below: number) => number): Uint8Array {
    const copy = Buffer.from(original);
    for (let flips = 1 + random(12); flips > 0; flips -= 1) {
      copy[random(random(2) ? Math.min(copy.length, 200) : copy.length)] = random(256);
    }
    return random(3) ? copy : copy.subarray(0, random(copy.length));
  }

  const isRefusal = (failure: unknown) =>
    failure === undefined || (failure instanceof AppError && failure.status >= 400 && failure.status < 500);

  const audio: FixtureName[] = [
    'tone.mp3',
    'tone.m4a',
    'tone.m4b',
    'tone.ogg',
    'tone.opus',
    'tone.flac',
    'film.mp4',
  ];

  test.each(audio)(
    '%s: accepted or refused, never anything else, and quickly',
    async (name) => {
      const original = await readFixture(name);
      const random = createRandom(name.length * 7919);
      for (let round = 0; round < 60; round += 1) {
        const failure = await failureOf(inspectAudio(await fileWith(damage(original, random))));
        expect(isRefusal(failure), `round ${round}: ${String(failure)}`).toBe(true);
      }
    },
    15_000,
  );

  test.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)(
    '%s: accepted or refused, never anything else, and quickly',
    async (format) => {
      const original = await makePicture(format);
      const random = createRandom(format.length * 104_729);
      for (let round = 0; round < 40; round += 1) {
        const failure = await failureOf(render(damage(original, random)));
        expect(isRefusal(failure), `round ${round}: ${String(failure)}`).toBe(true);
      }
    },
    15_000,
  );

  test('nothing is left behind', async () => {
    expect((await readdir(folder)).toSorted()).toEqual(['picture', 'thumbnail', 'upload.pdf']);
  });
});
