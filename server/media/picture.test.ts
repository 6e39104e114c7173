import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { renderFault, type PictureShape, renderPicture } from '#server/media/picture';
import { makeAnimation, makePicture, makePictureClaiming, makeWav } from '#server/testing/media-files';

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

async function render(content: Uint8Array | string, shape?: PictureShape) {
  const target = { picture: join(folder, 'picture'), thumbnail: join(folder, 'thumbnail') };
  await renderPicture(await fileWith(content), target, shape);
  return {
    picture: await sharp(target.picture).metadata(),
    thumbnail: await sharp(target.thumbnail).metadata(),
    colours: await sharp(target.picture).raw().toBuffer({ resolveWithObject: true }),
  };
}

const failureOf = (act: Promise<unknown>): Promise<unknown> =>
  act.then(() => undefined).catch((error) => error);

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>alert(1)</script></svg>';

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

test.each([
  [{ width: 2400, height: 900 }, 512, 96],
  [{ width: 60, height: 300 }, 60, 60],
])('a square one is cut from the middle, and never made larger: %j', async (size, side, thumbnailSide) => {
  const { picture, thumbnail } = await render(await makePicture('png', size), 'square');
  expect(picture).toMatchObject({ width: side, height: side });
  expect(thumbnail).toMatchObject({ width: thumbnailSide, height: thumbnailSide });
});

test('one that is ready stays as it is, with a thumbnail beside it', async () => {
  const content = await makePicture('webp', { width: 500, height: 750 });
  const { thumbnail } = await render(content, 'ready');
  expect(await readFile(join(folder, 'picture'))).toEqual(content);
  expect(thumbnail).toMatchObject({ format: 'webp', width: 240, height: 360 });
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
  ['HTML', '<!doctype html><script>alert(1)</script>'],
  ['ZIP', Buffer.from('504b0304140000000800', 'hex')],
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

test('one whose time was up is not called damaged', () => {
  expect(renderFault(new Error('timeout: 42% complete'))).toMatchObject({
    status: 422,
    message: expect.stringContaining('took too long'),
  });
  expect(renderFault(new Error('VipsJpeg: premature end'))).toMatchObject({
    message: expect.stringContaining('damaged'),
  });
});

test.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)(
  'half a %s is refused with 422',
  async (format) => {
    const whole = await makePicture(format, { width: 400, height: 600 });
    const failure = await failureOf(render(whole.subarray(0, Math.floor(whole.length / 2))));
    expect(failure).toMatchObject({ status: 422, message: expect.stringContaining('damaged') });
  },
);
