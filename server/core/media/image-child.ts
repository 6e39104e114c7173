import sharp, { type Metadata, type ResizeOptions, type Sharp, type WebpOptions } from 'sharp';
import { knownErrors } from '#contract/core/errors';
import { AppError, appError } from '#server/core/errors';
import { type ImageShape, imageKinds } from './image-types.ts';
import { imageUnreadable, renderProblem } from './render-problem.ts';

/*
 * The child process of `renderImage` and `toJpeg`. It reads the folder of the image and returns all output. It may write to no file,
 * because the permissions of Node.js do not limit its native code.
 */

export type ImageOrder = { readonly path: string } & (
  | { readonly output: 'images'; readonly kind: string; readonly shape: ImageShape }
  | { readonly output: 'jpeg' }
);

/** The image in base64. Absent for a shape that is stored unchanged. */
export interface RenderedImages {
  readonly image?: string;
  readonly thumbnail: string;
  /** The size of the larger rendition in pixels. */
  readonly width: number;
  readonly height: number;
}

const MAX_PIXELS = 50_000_000;
/** The maximum number of pixels of an import's image, which is scaled down. It applies only to types that are decoded line by line. */
const MAX_SCALED_PIXELS = 400_000_000;
/** The longest side in pixels, as of JPEG. An AVIF file that claims a longer one makes the decoder use more than 1 GB. */
const MAX_SIDE = 65_535;
const TIME_LIMIT_SECONDS = 20;
/** The sizes in pixels of the preview dialog on a large screen, and of a table row or form preview on a dense screen. */
const IMAGE_BOX = { width: 1200, height: 1800 };
const THUMBNAIL_BOX = { width: 240, height: 360 };
/** The side length in pixels of a square image and of its thumbnail. */
const SQUARE_SIDE = 512;
const SQUARE_THUMBNAIL_SIDE = 96;

const IMAGE_QUALITY = { quality: 82, effort: 2 };
/** Lists load ten or more thumbnails at once. This quality saves a quarter of the bytes without a visible difference. */
const THUMBNAIL_QUALITY = { quality: 74, effort: 4 };

sharp.concurrency(1);
sharp.cache(false);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: [...imageKinds.map(({ loader }) => loader), 'VipsForeignLoadWebpBuffer'] });

/** Returns true if an image of any size is decoded with constant memory, so it is neither progressive nor rotated. */
const isDecodedInLines = ({ format, isProgressive, orientation = 1 }: Metadata): boolean =>
  (format === 'jpeg' || format === 'png') && !isProgressive && orientation === 1;

/** Checks the size from the header, before the image is decoded. */
async function checkSize(
  image: Sharp,
  kindName: string,
  isScaled: boolean,
): Promise<{ width: number; height: number }> {
  const kind = imageKinds.find(({ name }) => name === kindName);
  let maxPixels = isScaled ? MAX_SCALED_PIXELS : MAX_PIXELS;
  const tooManyPixels = () => appError(knownErrors.tooManyPixels(maxPixels / 1_000_000));
  try {
    const metadata = await image.metadata();
    if (!kind?.isDecoded(metadata)) throw imageUnreadable();
    const { width, height } = metadata;
    if (!isDecodedInLines(metadata)) maxPixels = MAX_PIXELS;
    if (width * height > maxPixels) throw tooManyPixels();
    if (Math.max(width, height) > MAX_SIDE) throw appError(knownErrors.imageTooLong(MAX_SIDE));
    return { width, height };
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (error instanceof Error && /pixel limit/i.test(error.message)) throw tooManyPixels();
    throw imageUnreadable();
  }
}

/** Returns the boxes of the image and its thumbnail. */
function boxesOf(shape: ImageShape, size: { width: number; height: number }): [ResizeOptions, ResizeOptions] {
  if (shape === 'square') {
    const square = (side: number) => {
      const length = Math.min(side, size.width, size.height);
      return { width: length, height: length, fit: 'cover' } as const;
    };
    return [square(SQUARE_SIDE), square(SQUARE_THUMBNAIL_SIDE)];
  }
  const within = (box: { width: number; height: number }) =>
    ({ ...box, fit: 'inside', withoutEnlargement: true }) as const;
  return [within(IMAGE_BOX), within(THUMBNAIL_BOX)];
}

const render = (image: Sharp, box: ResizeOptions, quality: WebpOptions) =>
  image
    .resize(box)
    .webp(quality)
    .timeout({ seconds: TIME_LIMIT_SECONDS })
    .toBuffer({ resolveWithObject: true });

/** @throws AppError 413 for too many pixels, 422 for a damaged image and for a timeout */
async function renderImages(path: string, kind: string, shape: ImageShape): Promise<RenderedImages> {
  const limitInputPixels = shape === 'scaled' ? MAX_SCALED_PIXELS : MAX_PIXELS;
  const open = (input: string | Buffer): Sharp =>
    sharp(input, { failOn: 'error', limitInputPixels, sequentialRead: true });
  const size = await checkSize(open(path), kind, shape === 'scaled');
  const [imageBox, thumbnailBox] = boxesOf(shape, size);
  try {
    if (shape === 'ready') {
      const thumbnail = await render(open(path), thumbnailBox, THUMBNAIL_QUALITY);
      return { ...size, thumbnail: thumbnail.data.toString('base64') };
    }
    const { data, info } = await render(open(path).autoOrient(), imageBox, IMAGE_QUALITY);
    const thumbnail = await render(open(data), thumbnailBox, THUMBNAIL_QUALITY);
    const { width, height } = info;
    return { image: data.toString('base64'), thumbnail: thumbnail.data.toString('base64'), width, height };
  } catch (error) {
    throw renderProblem(error);
  }
}

async function makeJpeg(path: string): Promise<string> {
  try {
    const jpeg = await sharp(path, { limitInputPixels: MAX_PIXELS })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 88 })
      .timeout({ seconds: TIME_LIMIT_SECONDS })
      .toBuffer();
    return jpeg.toString('base64');
  } catch (error) {
    throw renderProblem(error);
  }
}

export const run = (order: ImageOrder): Promise<RenderedImages | string> =>
  order.output === 'jpeg' ? makeJpeg(order.path) : renderImages(order.path, order.kind, order.shape);
