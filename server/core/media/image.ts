import { copyFile } from 'node:fs/promises';
import type { Metadata, ResizeOptions, Sharp, WebpOptions } from 'sharp';
import { knownErrors } from '#contract/core/errors';
import { AppError, appError } from '#server/core/errors';
import { createLimiter } from '#server/core/limiter';
import { readHead } from './head-bytes.ts';
import { IMAGE_HEAD_BYTES, type ImageKind, imageKinds } from './image-types.ts';

const MAX_PIXELS = 50_000_000;
/** Of a picture of an import, which is scaled down: only of kinds that are decoded line by line. */
const MAX_SCALED_PIXELS = 400_000_000;
const TIME_LIMIT_SECONDS = 20;
/** The preview dialog on a large screen, and a table row or form preview on a dense one. */
const IMAGE_BOX = { width: 1200, height: 1800 };
const THUMBNAIL_BOX = { width: 240, height: 360 };
/** Of a square picture, and of its thumbnail. */
const SQUARE_SIDE = 512;
const SQUARE_THUMBNAIL_SIDE = 96;

const IMAGE_QUALITY = { quality: 82, effort: 2 };
/** A list loads ten and more at once: a quarter fewer bytes, at sizes where nobody sees it. */
const THUMBNAIL_QUALITY = { quality: 74, effort: 4 };

/**
 * `whole`: as it is. `square`: what is in the middle. `ready`: a WebP of the product's own, which is known to be what is wanted; only its
 * thumbnail is made. `scaled`: as it is, and one with too many pixels is scaled down where that needs little memory.
 */
export type ImageShape = 'whole' | 'square' | 'ready' | 'scaled';

/** Decoding may take a few hundred megabytes, so pictures go one after the other. */
const oneAtATime = createLimiter(1, 64);

let loading: Promise<typeof import('sharp').default> | undefined;

/** Loaded with the first picture, for a server that only reads does without. */
function loadSharp() {
  loading ??= import('sharp').then(({ default: sharp }) => {
    sharp.concurrency(1);
    sharp.cache(false);
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({ operation: imageKinds.map(({ loader }) => loader) });
    return sharp;
  });
  return loading;
}

const unreadable = () => appError(knownErrors.fileDamaged('image'));

/** Why a picture could not be rendered; the library says in words when its time was up. */
export const renderProblem = (error: unknown): AppError =>
  error instanceof Error && error.message.startsWith('timeout:')
    ? appError(knownErrors.fileTooSlow)
    : unreadable();

/**
 * Re-encodes an uploaded picture as two WebP files, upright and without metadata: one that fits the preview dialog, one for
 * tables; both cut to a square where one is asked for. An animation gives its first frame. Runs off the main thread.
 * @returns the size of the larger one, in pixels
 * @throws AppError 415 for what is none of `pictureKinds` by content, 413 for too many pixels, 422 for one that is damaged or took too long
 */
export async function renderImage(
  source: string,
  target: { readonly image: string; readonly thumbnail: string },
  shape: ImageShape = 'whole',
): Promise<{ readonly width: number; readonly height: number }> {
  const head = await readHead(source, IMAGE_HEAD_BYTES);
  const kind = imageKinds.find(({ begins }) => begins(head));
  if (!kind) {
    const names = imageKinds.map(({ name }) => name);
    throw appError(knownErrors.fileUnsupported('image', names));
  }
  return oneAtATime(async () => {
    const sharp = await loadSharp();
    const maxPixels = shape === 'scaled' ? MAX_SCALED_PIXELS : MAX_PIXELS;
    const open = (path: string): Sharp =>
      sharp(path, { failOn: 'error', limitInputPixels: maxPixels, sequentialRead: true });
    const { width, height } = await checkSize(open(source), kind, shape === 'scaled');
    const square = (side: number) => ({ width: side, height: side, fit: 'cover' }) as const;
    const within = (box: { width: number; height: number }) =>
      ({ ...box, fit: 'inside', withoutEnlargement: true }) as const;
    const [imageBox, thumbnailBox] =
      shape === 'square'
        ? [
            square(Math.min(SQUARE_SIDE, width, height)),
            square(Math.min(SQUARE_THUMBNAIL_SIDE, width, height)),
          ]
        : [within(IMAGE_BOX), within(THUMBNAIL_BOX)];
    try {
      const render = (image: Sharp, box: ResizeOptions, quality: WebpOptions) =>
        image.resize(box).webp(quality).timeout({ seconds: TIME_LIMIT_SECONDS });
      if (shape === 'ready') {
        await copyFile(source, target.image);
        await render(open(source), thumbnailBox, THUMBNAIL_QUALITY).toFile(target.thumbnail);
        return { width, height };
      }
      const output = await render(open(source).autoOrient(), imageBox, IMAGE_QUALITY).toFile(target.image);
      await render(open(target.image), thumbnailBox, THUMBNAIL_QUALITY).toFile(target.thumbnail);
      return { width: output.width, height: output.height };
    } catch (error) {
      throw renderProblem(error);
    }
  });
}

/** A stored picture as JPEG, which every program reads. */
export function toJpeg(source: string): Promise<Buffer> {
  return oneAtATime(async () => {
    const sharp = await loadSharp();
    return sharp(source, { limitInputPixels: MAX_PIXELS })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 88 })
      .timeout({ seconds: TIME_LIMIT_SECONDS })
      .toBuffer();
  });
}

/** True if an image of any size is decoded in flat memory: neither progressive nor rotated. */
const isDecodedInLines = ({ format, isProgressive, orientation = 1 }: Metadata): boolean =>
  (format === 'jpeg' || format === 'png') && !isProgressive && orientation === 1;

/** From the header alone, before anything is decoded. */
async function checkSize(
  image: Sharp,
  kind: ImageKind,
  isScaled: boolean,
): Promise<{ width: number; height: number }> {
  let maxPixels = isScaled ? MAX_SCALED_PIXELS : MAX_PIXELS;
  const tooManyPixels = () => appError(knownErrors.tooManyPixels(maxPixels / 1_000_000));
  try {
    const metadata = await image.metadata();
    if (!kind.isDecoded(metadata)) throw unreadable();
    const { width, height } = metadata;
    if (!isDecodedInLines(metadata)) maxPixels = MAX_PIXELS;
    if (width * height > maxPixels) throw tooManyPixels();
    return { width, height };
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (error instanceof Error && /pixel limit/i.test(error.message)) throw tooManyPixels();
    throw unreadable();
  }
}
