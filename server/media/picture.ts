import type { Sharp } from 'sharp';
import { AppError, invalid, tooLarge, unsupportedMedia } from '#server/errors';
import { createQueue } from '#server/queue';
import { readHead } from './head-bytes.ts';
import { PICTURE_HEAD_BYTES, type PictureType, pictureTypeOf } from './picture-type.ts';

const MAX_PIXELS = 50_000_000;
const TIME_LIMIT_SECONDS = 20;
/** The preview dialog on a large screen, and a table row or form preview on a dense one. */
const PICTURE_BOX = { width: 1200, height: 1800 };
const THUMBNAIL_BOX = { width: 240, height: 360 };

/** Decoding may take a few hundred megabytes, so pictures go one after the other. */
const oneAtATime = createQueue(1, 64);

/** libvips' own names: nothing but these five decoders is ever reachable. */
const DECODERS = [
  'VipsForeignLoadJpegFile',
  'VipsForeignLoadPngFile',
  'VipsForeignLoadWebpFile',
  'VipsForeignLoadHeifFile',
  'VipsForeignLoadNsgifFile',
];

let loading: Promise<typeof import('sharp').default> | undefined;

/** Loaded with the first picture, for a server that only reads does without. */
function loadSharp() {
  loading ??= import('sharp').then(({ default: sharp }) => {
    sharp.concurrency(1);
    sharp.cache(false);
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({ operation: DECODERS });
    return sharp;
  });
  return loading;
}

const unreadable = () => invalid({}, 'The picture is damaged and could not be read.', 'file.damaged');

/**
 * Re-encodes an uploaded picture as two WebP files, upright and without metadata: one that fits the preview dialog, one for
 * tables. An animation gives its first frame. Runs off the main thread.
 * @throws AppError 415 for what is not JPEG, PNG, WebP, AVIF or GIF by content, 413 for too many pixels, 422 for a damaged file
 */
export async function renderPicture(
  source: string,
  target: { readonly picture: string; readonly thumbnail: string },
): Promise<void> {
  const type = pictureTypeOf(await readHead(source, PICTURE_HEAD_BYTES));
  if (!type)
    throw unsupportedMedia('The picture must be a JPEG, PNG, WebP, AVIF or GIF file.', 'file.unsupported');
  await oneAtATime(async () => {
    const sharp = await loadSharp();
    const open = (path: string): Sharp =>
      sharp(path, { failOn: 'error', limitInputPixels: MAX_PIXELS, sequentialRead: true });
    await checkSize(open(source), type);
    try {
      const render = (image: Sharp, box: { width: number; height: number }) =>
        image
          .resize({ ...box, fit: 'inside', withoutEnlargement: true })
          .webp({ quality: 82, effort: 2 })
          .timeout({ seconds: TIME_LIMIT_SECONDS });
      await render(open(source).autoOrient(), PICTURE_BOX).toFile(target.picture);
      await render(open(target.picture), THUMBNAIL_BOX).toFile(target.thumbnail);
    } catch {
      throw unreadable();
    }
  });
}

/** From the header alone, before anything is decoded. */
async function checkSize(image: Sharp, type: PictureType): Promise<void> {
  let pixels: number;
  try {
    const { format, width, height, compression } = await image.metadata();
    const isAsSaid = type === 'avif' ? format === 'heif' && compression === 'av1' : format === type;
    if (!isAsSaid) throw unreadable();
    pixels = width * height;
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (error instanceof Error && /pixel limit/i.test(error.message)) pixels = Number.POSITIVE_INFINITY;
    else throw unreadable();
  }
  if (pixels > MAX_PIXELS) {
    throw tooLarge(
      `The picture has too many pixels. It may have at most ${MAX_PIXELS / 1_000_000} million.`,
      'file.too_large',
    );
  }
}
