import type { AudioExtension } from '#contract/media-kinds';
import { audioKindOf, audioKinds } from './audio-kinds.ts';
import { hasBytes } from './head-bytes.ts';
import { id3Length } from './id3.ts';

/** How much of a file `isContentOf` looks at. */
export const STORED_HEAD_BYTES = 64 * 1024;

const isAudio = (extension: string): extension is AudioExtension => Object.hasOwn(audioKinds, extension);

const extensionOf = (key: string): string => key.slice(key.lastIndexOf('.') + 1);

/** The media type of a stored blob; undefined for an extension that the store never uses. */
export function mediaTypeOf(key: string): string | undefined {
  const extension = extensionOf(key);
  if (isAudio(extension)) return audioKinds[extension].mediaType;
  if (extension === 'peak') return 'application/octet-stream';
  return extension === 'webp' ? 'image/webp' : undefined;
}

/** Whether a stored file begins as its key's extension says. `head` holds its first bytes, fewer when it is shorter. */
export function isContentOf(key: string, head: Buffer): boolean {
  const extension = extensionOf(key);
  if (extension === 'webp') return hasBytes(head, 0, 'RIFF') && hasBytes(head, 8, 'WEBP');
  if (extension === 'peak') return hasBytes(head, 0, 'LPK1');
  // A dropped file that was not looked into yet.
  if (extension === 'bin') return true;
  const start = id3Length(head);
  // Behind a long tag the sound begins where we do not look.
  return (
    (start > 0 && start >= head.length - 4) || audioKindOf(head.subarray(start))?.extension === extension
  );
}
