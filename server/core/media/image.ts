import { copyFile, writeFile } from 'node:fs/promises';
import { knownErrors } from '#contract/core/errors';
import { appError } from '#server/core/errors';
import { createFileChildren } from './file-children.ts';
import { readHead } from './head-bytes.ts';
import type { ImageOrder, RenderedImages } from './image-child.ts';
import { IMAGE_HEAD_BYTES, type ImageShape, imageKinds } from './image-types.ts';
import { serverModule } from '#server/core/server-module';

const children = createFileChildren({
  module: serverModule('core/media/image-child'),
  noun: 'image',
  // The limit exceeds the time limit of rendering, so the message is that of rendering.
  limits: { time: 50_000, heap: 128, memory: 1_024, output: 16 },
  idleMemory: 300,
  idleMs: 60_000,
  hasNativeCode: true,
});

export const prepareImages = children.prepare;

const renderInChild = ({ path, ...order }: ImageOrder) => children.run(path, order);

/**
 * Re-encodes an uploaded image as two WebP files, upright and without metadata: one for the preview dialog and one for tables. The shape
 * `square` cuts both to a square. Of an animation, the first frame is used. A child process reads the image.
 * @returns the size of the larger file in pixels
 * @throws AppError 415 for a type that is not in `imageKinds`, 413 for too many pixels, 422 for a damaged image and for a timeout
 */
export async function renderImage(
  source: string,
  target: { readonly image: string; readonly thumbnail: string },
  shape: ImageShape = 'whole',
): Promise<{ readonly width: number; readonly height: number }> {
  const head = await readHead(source, IMAGE_HEAD_BYTES);
  const kind = imageKinds.find(({ begins }) => begins(head))?.name;
  if (kind === undefined) {
    const names = imageKinds.map(({ name }) => name);
    throw appError(knownErrors.fileUnsupported('image', names));
  }
  const renderedImages = (await renderInChild({
    path: source,
    output: 'images',
    kind,
    shape,
  })) as RenderedImages;
  const { image, thumbnail, width, height } = renderedImages;
  if (image === undefined) await copyFile(source, target.image);
  else await writeFile(target.image, image, 'base64');
  await writeFile(target.thumbnail, thumbnail, 'base64');
  return { width, height };
}

/** Returns a stored image as JPEG, which every program can read. */
export const toJpeg = async (source: string): Promise<Buffer> =>
  Buffer.from((await renderInChild({ path: source, output: 'jpeg' })) as string, 'base64');
