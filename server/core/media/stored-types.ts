import type { AudioExtension } from '#contract/core/media-types';
import { audioKindOf, audioKinds } from './audio-types.ts';
import { hasBytes, readHead } from './head-bytes.ts';
import { id3Length } from './id3.ts';

/** The number of bytes of a file that `isContentOf` reads. */
export const STORED_HEAD_BYTES = 64 * 1024;

const isAudio = (extension: string): extension is AudioExtension => Object.hasOwn(audioKinds, extension);

/** The types of blobs without a URL: parts of uploads, uploads that are not audio, and features of audio. */
const unservedTypes: Readonly<Record<string, string>> = {
  part: 'application/octet-stream',
  feat: 'application/octet-stream',
  bin: 'application/octet-stream',
  zip: 'application/zip',
};

const extensionOf = (key: string): string => key.slice(key.lastIndexOf('.') + 1);

/** Returns the media type of a blob that has a URL, or undefined for any other. */
export function mediaTypeOf(key: string): string | undefined {
  const extension = extensionOf(key);
  if (isAudio(extension)) return audioKinds[extension].mediaType;
  if (extension === 'peak') return 'application/octet-stream';
  return extension === 'webp' ? 'image/webp' : undefined;
}

/** Returns the media type of any stored blob. */
export const storedTypeOf = (key: string): string =>
  mediaTypeOf(key) ?? unservedTypes[extensionOf(key)] ?? 'application/octet-stream';

/** Returns the extension of an upload for later use, by its first bytes. */
export async function extensionFor(path: string): Promise<string> {
  const head = await readHead(path, STORED_HEAD_BYTES);
  if (isZip(head)) return 'zip';
  const start = id3Length(head);
  const kind = audioKindOf(start === 0 ? head : await readHead(path, STORED_HEAD_BYTES, start));
  return kind?.extension ?? 'bin';
}

const isZip = (head: Buffer): boolean => hasBytes(head, 0, 'PK\u0003\u0004');

/**
 * Returns true if the first bytes of a stored file match the extension of its key. `head` contains the first bytes, fewer if the file is
 * shorter.
 */
export function hasContentOfType(key: string, head: Buffer): boolean {
  const extension = extensionOf(key);
  if (extension === 'part' || extension === 'bin') return true;
  if (extension === 'zip') return isZip(head);
  if (extension === 'webp') return hasBytes(head, 0, 'RIFF') && hasBytes(head, 8, 'WEBP');
  if (extension === 'peak') return hasBytes(head, 0, 'LPK1');
  if (extension === 'feat') return hasBytes(head, 0, 'LFT1');
  const start = id3Length(head);
  // After a long tag, the audio starts beyond the bytes that were read.
  return (
    (start > 0 && start >= head.length - 4) || audioKindOf(head.subarray(start))?.extension === extension
  );
}
