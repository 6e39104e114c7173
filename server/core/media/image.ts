import { copyFile, writeFile } from 'node:fs/promises';
import { knownErrors } from '#contract/core/errors';
import { appError } from '#server/core/errors';
import { childModule } from '#server/core/jobs/child';
import { createFileChildren } from './file-children.ts';
import { readHead } from './head-bytes.ts';
import type { ImageOrder, RenderedImages } from './image-child.ts';
import { IMAGE_HEAD_BYTES, type ImageShape, imageKinds } from './image-types.ts';

const children = createFileChildren({
  module: childModule('image-child', import.meta.url),
  noun: 'image',
  // Above the time that rendering may take, so that the message tells of it.
  limits: { time: 50_000, heap: 128, memory: 1_024, output: 16 },
  idleMemory: 300,
  idleMs: 60_000,
  hasNativeCode: true,
});

export const prepareImages = children.prepare;

const ask = ({ path, ...order }: ImageOrder) => children.run(path, order);

/**
 * Re-encodes an uploaded picture as two WebP files, upright and without metadata: one that fits the preview dialog, one for
 * tables; both cut to a square where one is asked for. An animation gives its first frame. A child process reads the picture.
 * @returns the size of the larger one, in pixels
 * @throws AppError 415 for what is none of `imageKinds` by content, 413 for too many pixels, 422 for one that is damaged or took too long
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
  const rendered = (await ask({ path: source, output: 'images', kind, shape })) as RenderedImages;
  const { image, thumbnail, width, height } = rendered;
  if (image === undefined) await copyFile(source, target.image);
  else await writeFile(target.image, image, 'base64');
  await writeFile(target.thumbnail, thumbnail, 'base64');
  return { width, height };
}

/** A stored picture as JPEG, which every program reads. */
export const toJpeg = async (source: string): Promise<Buffer> =>
  Buffer.from((await ask({ path: source, output: 'jpeg' })) as string, 'base64');
