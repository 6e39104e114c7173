import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { renderImage, toJpeg } from './image.ts';
import type { ImageShape } from './image-types.ts';
import { renderProblem } from './render-problem.ts';
import { createRandom, mutate } from '#server/testing/fuzz/mutations';
import { makeAnimation, makeImage, makeImageClaiming, makeWav } from '#server/testing/media-files';

let folder: string;
beforeAll(async () => {
  // The tests write different images to one path.
  sharp.cache(false);
  folder = await mkdtemp(join(tmpdir(), 'lectern-media-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Writes a file with a wrong extension, because only the content counts. */
async function fileWith(content: Uint8Array | string): Promise<string> {
  const path = join(folder, 'upload.pdf');
  await writeFile(path, content);
  return path;
}

async function render(content: Uint8Array | string, shape?: ImageShape) {
  const target = { image: join(folder, 'image'), thumbnail: join(folder, 'thumbnail') };
  await renderImage(await fileWith(content), target, shape);
  return {
    image: await sharp(target.image).metadata(),
    thumbnail: await sharp(target.thumbnail).metadata(),
    colours: await sharp(target.image).raw().toBuffer({ resolveWithObject: true }),
  };
}

const errorOf = (act: Promise<unknown>): Promise<unknown> =>
  act.then(() => undefined).catch((error) => error);

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>alert(1)</script></svg>';

test.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)('converts %s to WebP', async (format) => {
  const { image, thumbnail } = await render(await makeImage(format));
  expect(image).toMatchObject({ format: 'webp', width: 60, height: 90 });
  expect(thumbnail).toMatchObject({ format: 'webp', width: 60, height: 90 });
});

test('fits renditions into their boxes and preserves the proportions', async () => {
  const { image, thumbnail } = await render(await makeImage('jpeg', { width: 2400, height: 2400 }));
  expect(image).toMatchObject({ width: 1200, height: 1200 });
  expect(thumbnail).toMatchObject({ width: 240, height: 240 });
});

test.each([
  [{ width: 2400, height: 900 }, 512, 96],
  [{ width: 60, height: 300 }, 60, 60],
])('cuts a square from the middle without enlarging it: %j', async (size, side, thumbnailSide) => {
  const { image, thumbnail } = await render(await makeImage('png', size), 'square');
  expect(image).toMatchObject({ width: side, height: side });
  expect(thumbnail).toMatchObject({ width: thumbnailSide, height: thumbnailSide });
});

test('stores a ready image unchanged, with a thumbnail', async () => {
  const content = await makeImage('webp', { width: 500, height: 750 });
  const { thumbnail } = await render(content, 'ready');
  expect(await readFile(join(folder, 'image'))).toEqual(content);
  expect(thumbnail).toMatchObject({ format: 'webp', width: 240, height: 360 });
});

test('rotates the image upright and removes its metadata', async () => {
  const { image, colours } = await render(await makeImage('jpeg', { orientation: 6 }));
  expect(image).toMatchObject({ width: 90, height: 60 });
  expect([image.orientation, image.exif, image.icc, image.xmp]).toEqual(Array(4).fill(undefined));
  // The image is rotated clockwise, so the red half is on the right.
  const [left, right] = [0, 89].map((x) => colours.data[(30 * 90 + x) * colours.info.channels] ?? -1);
  expect(left).toBeLessThan(80);
  expect(right).toBeGreaterThan(170);
});

test.each(['gif', 'webp'] as const)('renders the first frame of an animated %s', async (format) => {
  const { image, colours } = await render(await makeAnimation(format));
  expect(image).toMatchObject({ width: 20, height: 30 });
  expect(image.pages ?? 1).toBe(1);
  expect(colours.data[0]).toBeGreaterThan(170);
});

test('converts a stored image to JPEG, and throws for a damaged one', async () => {
  const path = await fileWith(await makeImage('webp'));
  expect(await sharp(await toJpeg(path)).metadata()).toMatchObject({ format: 'jpeg', width: 60 });
  expect(await errorOf(toJpeg(await fileWith('RIFF1234WEBPVP8 ')))).toMatchObject({ status: 422 });
});

test.each([
  ['SVG', svg],
  ['SVG after an XML declaration', `<?xml version="1.0"?>${svg}`],
  ['HTML', '<!doctype html><script>alert(1)</script>'],
  ['ZIP', Buffer.from('504b0304140000000800', 'hex')],
  ['PDF', '%PDF-1.7'],
  ['TIFF', Buffer.from('49492a0008000000', 'hex')],
  ['BMP', Buffer.from('424d3a000000', 'hex')],
  ['audio', makeWav(0.1)],
  ['nothing', ''],
])('rejects %s with 415', async (_name, content) => {
  const failure = await errorOf(render(content));
  expect(failure).toMatchObject({
    status: 415,
    message: expect.stringContaining('JPEG, PNG, WebP, AVIF or GIF'),
  });
});

test.each([
  [60_000, 1_000],
  [1_000_000, 1_000_000],
  [7_072, 7_072],
])('rejects %i x %i pixels before decoding', async (width, height) => {
  const failure = await errorOf(render(await makeImageClaiming(width, height)));
  expect(failure).toMatchObject({ status: 413, message: expect.stringContaining('50 megapixels') });
});

test('rejects an AVIF image that claims a very long side before decoding', async () => {
  // This copy of the fuzz test claims 946,281 x 24 pixels, and the decoder needed more than 1 GB for it.
  const original = await makeImage('avif', { width: 16, height: 24 });
  const content = mutate(original, createRandom(1_000_003 + 50_970));
  const failure = await errorOf(render(content));
  expect(failure).toMatchObject({ status: 413, message: expect.stringContaining('65,535 pixels') });
});

test('distinguishes a timeout from a damaged image', () => {
  expect(renderProblem(new Error('timeout: 42% complete'))).toMatchObject({
    status: 422,
    message: expect.stringContaining('timed out'),
  });
  expect(renderProblem(new Error('VipsJpeg: premature end'))).toMatchObject({
    message: expect.stringContaining('damaged'),
  });
});

test.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)(
  'rejects an incomplete %s with 422',
  async (format) => {
    const whole = await makeImage(format, { width: 400, height: 600 });
    const failure = await errorOf(render(whole.subarray(0, Math.floor(whole.length / 2))));
    expect(failure).toMatchObject({ status: 422, message: expect.stringContaining('damaged') });
  },
);

test('scales down an import cover with too many pixels, and rejects other images of that size', async () => {
  const large = await sharp({ create: { width: 12_000, height: 12_000, channels: 3, background: '#204060' } })
    .jpeg({ quality: 30 })
    .toBuffer();
  const { image } = await render(large, 'scaled');
  expect(image.format).toBe('webp');
  expect(image.width).toBe(image.height);
  expect(image.width).toBeLessThan(4_000);
  expect(await errorOf(render(large))).toMatchObject({ status: 413 });
});

test('rejects an import cover of more than 400 megapixels', async () => {
  const oversizedImage = await makeImageClaiming(21_000, 21_000);
  expect(await errorOf(render(oversizedImage, 'scaled'))).toMatchObject({ status: 413 });
});
