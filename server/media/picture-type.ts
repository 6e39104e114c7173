import { hasBytes } from './head-bytes.ts';

export const PICTURE_HEAD_BYTES = 64;

export type PictureType = 'jpeg' | 'png' | 'webp' | 'avif' | 'gif';

/** What the first bytes say; undefined for everything that is not accepted. */
export function pictureTypeOf(head: Buffer): PictureType | undefined {
  if (hasBytes(head, 0, '\xff\xd8\xff')) return 'jpeg';
  if (hasBytes(head, 0, '\x89PNG\r\n\x1a\n')) return 'png';
  if (hasBytes(head, 0, 'GIF87a') || hasBytes(head, 0, 'GIF89a')) return 'gif';
  if (hasBytes(head, 0, 'RIFF') && hasBytes(head, 8, 'WEBP')) return 'webp';
  if (hasBytes(head, 4, 'ftyp') && isAvif(head)) return 'avif';
  return undefined;
}

/** The brand may stand first or among the compatible ones (after four bytes of version). */
function isAvif(head: Buffer): boolean {
  const end = Math.min(head.readUInt32BE(0), head.length);
  for (let at = 8; at + 4 <= end; at += 4) {
    if (hasBytes(head, at, 'avif') || hasBytes(head, at, 'avis')) return true;
  }
  return false;
}
