import type { Sharp } from 'sharp';
import { AppError, invalid, tooLarge, unsupportedMedia } from '#server/errors';
import { createQueue } from '#server/queue';
import { readHead } from './head-bytes.ts';
import { inWords } from './in-words.ts';
import { PICTURE_HEAD_BYTES, type PictureKind, pictureKinds } from './picture-kinds.ts';

const MAX_PIXELS = 50_000_000;
const TIME_LIMIT_SECONDS = 20;
/** The preview dialog on a large screen, and a table row or form preview on a dense one. */
const PICTURE_BOX = { width: 1200, height: 1800 };
const THUMBNAIL_BOX = { width: 240, height: 360 };

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

const unreadable = () => invalid({}, 'The picture is damaged and could not be read.', 'file.damaged');

/**
 * Re-encodes an uploaded picture as two WebP files, upright and without metadata: one that fits the preview dialog, one for
 * tables. An animation gives its first frame. Runs off the main thread.
 * @throws AppError 415 for what is none of `pictureKinds` by content, 413 for too many pixels, 422 for a damaged file
 */
export async function renderPicture(
  source: string,
  target: { readonly picture: string; readonly thumbnail: string },
): Promise<void> {
  const head = await readHead(source, PICTURE_HEAD_BYTES);
  const kind = pictureKinds.find(({ begins }) => begins(head));
  if (!kind) {
    const names = pictureKinds.map(({ name }) => name);
    throw unsupportedMedia(`The picture must be a ${inWords(names)} file.`, 'file.unsupported');
  }
  await oneAtATime(async () => {
    const sharp = await loadSharp();
    const open = (path: string): Sharp =>
      sharp(path, { failOn: 'error', limitInputPixels: MAX_PIXELS, sequentialRead: true });
    await checkSize(open(source), kind);
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
async function checkSize(image: Sharp, kind: PictureKind): Promise<void> {
  let pixels: number;
  try {
    const found = await image.metadata();
    if (!kind.isDecoded(found)) throw unreadable();
    pixels = found.width * found.height;
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
