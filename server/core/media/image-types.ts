import type { Metadata } from 'sharp';
import { hasBytes } from './head-bytes.ts';

export interface ImageKind {
  /** The name of the type in messages. */
  readonly name: string;
  /** The only libvips loader that may open it. */
  readonly loader: string;
  /** Returns true if the first bytes are of this type. */
  begins(head: Buffer): boolean;
  /** Returns true if the loader detected the same type. */
  isDecoded(metadata: Metadata): boolean;
}

/**
 * The processing of an image.
 * `whole`: the whole image.
 * `square`: the square in the middle.
 * `ready`: a WebP file of the product, stored unchanged with a new thumbnail.
 * `scaled`: the whole image. One with too many pixels is scaled down if that needs little memory.
 */
export type ImageShape = 'whole' | 'square' | 'ready' | 'scaled';

export const IMAGE_HEAD_BYTES = 64;

/** Returns true for AVIF. Its brand can be the first one, or one of the compatible brands after four bytes of version. */
function isAvif(head: Buffer): boolean {
  if (!hasBytes(head, 4, 'ftyp')) return false;
  const end = Math.min(head.readUInt32BE(0), head.length);
  for (let offset = 8; offset + 4 <= end; offset += 4) {
    if (hasBytes(head, offset, 'avif') || hasBytes(head, offset, 'avis')) return true;
  }
  return false;
}

/** The accepted image types. All images are stored as WebP. */
export const imageKinds: readonly ImageKind[] = [
  {
    name: 'JPEG',
    loader: 'VipsForeignLoadJpegFile',
    begins: (head) => hasBytes(head, 0, '\xff\xd8\xff'),
    isDecoded: ({ format }) => format === 'jpeg',
  },
  {
    name: 'PNG',
    loader: 'VipsForeignLoadPngFile',
    begins: (head) => hasBytes(head, 0, '\x89PNG\r\n\x1a\n'),
    isDecoded: ({ format }) => format === 'png',
  },
  {
    name: 'WebP',
    loader: 'VipsForeignLoadWebpFile',
    begins: (head) => hasBytes(head, 0, 'RIFF') && hasBytes(head, 8, 'WEBP'),
    isDecoded: ({ format }) => format === 'webp',
  },
  {
    name: 'AVIF',
    loader: 'VipsForeignLoadHeifFile',
    begins: isAvif,
    isDecoded: ({ format, compression }) => format === 'heif' && compression === 'av1',
  },
  {
    name: 'GIF',
    loader: 'VipsForeignLoadNsgifFile',
    begins: (head) => hasBytes(head, 0, 'GIF87a') || hasBytes(head, 0, 'GIF89a'),
    isDecoded: ({ format }) => format === 'gif',
  },
];
