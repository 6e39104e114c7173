import type { Metadata } from 'sharp';
import { hasBytes } from './head-bytes.ts';

export interface ImageKind {
  /** In sentences. */
  readonly name: string;
  /** The one loader of libvips that may open it. */
  readonly loader: string;
  /** True if the first bytes are of this type. */
  begins(head: Buffer): boolean;
  /** True if the loader found the same type. */
  isDecoded(metadata: Metadata): boolean;
}

/**
 * `whole`: as it is. `square`: what is in the middle. `ready`: a WebP of the product's own, which is known to be what is wanted; only its
 * thumbnail is made. `scaled`: as it is, and one with too many pixels is scaled down where that needs little memory.
 */
export type ImageShape = 'whole' | 'square' | 'ready' | 'scaled';

export const IMAGE_HEAD_BYTES = 64;

/** The brand may stand first or among the compatible ones (after four bytes of version). */
function isAvif(head: Buffer): boolean {
  if (!hasBytes(head, 4, 'ftyp')) return false;
  const end = Math.min(head.readUInt32BE(0), head.length);
  for (let at = 8; at + 4 <= end; at += 4) {
    if (hasBytes(head, at, 'avif') || hasBytes(head, at, 'avis')) return true;
  }
  return false;
}

/** Every kind of picture that is taken. All of them are stored as WebP. */
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
