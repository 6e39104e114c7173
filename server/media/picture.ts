import { copyFile } from 'node:fs/promises';
import type { ResizeOptions, Sharp, WebpOptions } from 'sharp';
import { refusals } from '#contract/refusals';
import { AppError, refused } from '#server/errors';
import { createQueue } from '#server/queue';
import { readHead } from './head-bytes.ts';
import { PICTURE_HEAD_BYTES, type PictureKind, pictureKinds } from './picture-kinds.ts';

const MAX_PIXELS = 50_000_000;
const TIME_LIMIT_SECONDS = 20;
/** The preview dialog on a large screen, and a table row or form preview on a dense one. */
const PICTURE_BOX = { width: 1200, height: 1800 };
const THUMBNAIL_BOX = { width: 240, height: 360 };
/** Of a square picture, and of its thumbnail. */
const SQUARE_SIDE = 512;
const SQUARE_THUMBNAIL_SIDE = 96;

const PICTURE_QUALITY = { quality: 82, effort: 2 };
/** A list loads ten and more at once: a quarter fewer bytes, at sizes where nobody sees it. */
const THUMBNAIL_QUALITY = { quality: 74, effort: 4 };

/**
 * `whole`: as it is. `square`: what is in the middle. `ready`: a WebP of the product's own, which is known to be what is wanted; only its
 * thumbnail is made.
 */
export type PictureShape = 'whole' | 'square' | 'ready';

/** Decoding may take a few hundred megabytes, so pictures go one after the other. */
const oneAtATime = createQueue(1, 64);

let loading: Promise<typeof import('sharp').default> | undefined;

/** Loaded with the first picture, for a server that only reads does without. */
function loadSharp() {
  loading ??= import('sharp').then(({ default: sharp }) => {
    sharp.concurrency(1);
    sharp.cache(false);
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({ operation: pictureKinds.map(({ loader }) => loader) });
    return sharp;
  });
  return loading;
}

const unreadable = () => refused(refusals.fileDamaged('picture'));

/** Why a picture could not be rendered; the library says in words when its time was up. */
export const renderFault = (error: unknown): AppError =>
  error instanceof Error && error.message.startsWith('timeout:')
    ? refused(refusals.fileTooSlow)
    : unreadable();

/**
 * Re-encodes an uploaded picture as two WebP files, upright and without metadata: one that fits the preview dialog, one for
 * tables; both cut to a square where one is asked for. An animation gives its first frame. Runs off the main thread.
 * @returns the size of the larger one, in pixels
 * @throws AppError 415 for what is none of `pictureKinds` by content, 413 for too many pixels, 422 for one that is damaged or took too long
 */
export async function renderPicture(
  source: string,
  target: { readonly picture: string; readonly thumbnail: string },
  shape: PictureShape = 'whole',
): Promise<{ readonly width: number; readonly height: number }> {
  const head = await readHead(source, PICTURE_HEAD_BYTES);
  const kind = pictureKinds.find(({ begins }) => begins(head));
  if (!kind) {
    const names = pictureKinds.map(({ name }) => name);
    throw refused(refusals.fileUnsupported('picture', names));
  }
  return oneAtATime(async () => {
    const sharp = await loadSharp();
    const open = (path: string): Sharp =>
      sharp(path, { failOn: 'error', limitInputPixels: MAX_PIXELS, sequentialRead: true });
    const { width, height } = await checkSize(open(source), kind);
    const square = (side: number) => ({ width: side, height: side, fit: 'cover' }) as const;
    const within = (box: { width: number; height: number }) =>
      ({ ...box, fit: 'inside', withoutEnlargement: true }) as const;
    const [pictureBox, thumbnailBox] =
      shape === 'square'
        ? [
            square(Math.min(SQUARE_SIDE, width, height)),
            square(Math.min(SQUARE_THUMBNAIL_SIDE, width, height)),
          ]
        : [within(PICTURE_BOX), within(THUMBNAIL_BOX)];
    try {
      const render = (image: Sharp, box: ResizeOptions, quality: WebpOptions) =>
        image.resize(box).webp(quality).timeout({ seconds: TIME_LIMIT_SECONDS });
      if (shape === 'ready') {
        await copyFile(source, target.picture);
        await render(open(source), thumbnailBox, THUMBNAIL_QUALITY).toFile(target.thumbnail);
        return { width, height };
      }
      const made = await render(open(source).autoOrient(), pictureBox, PICTURE_QUALITY).toFile(
        target.picture,
      );
      await render(open(target.picture), thumbnailBox, THUMBNAIL_QUALITY).toFile(target.thumbnail);
      return { width: made.width, height: made.height };
    } catch (error) {
      throw renderFault(error);
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

/** From the header alone, before anything is decoded. */
async function checkSize(image: Sharp, kind: PictureKind): Promise<{ width: number; height: number }> {
  const tooManyPixels = () => refused(refusals.tooManyPixels(MAX_PIXELS / 1_000_000));
  try {
    const found = await image.metadata();
    if (!kind.isDecoded(found)) throw unreadable();
    const { width, height } = found;
    if (width * height > MAX_PIXELS) throw tooManyPixels();
    return { width, height };
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (error instanceof Error && /pixel limit/i.test(error.message)) throw tooManyPixels();
    throw unreadable();
  }
}
