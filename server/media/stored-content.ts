import { AUDIO_HEAD_BYTES, audioTypeOf, id3Length } from './audio-type.ts';
import { pictureTypeOf } from './picture-type.ts';

/** How much of a file `isContentOf` looks at. */
export const STORED_HEAD_BYTES = AUDIO_HEAD_BYTES;

/** Whether a stored file begins as its key's extension says. `head` holds its first bytes, fewer when it is shorter. */
export function isContentOf(key: string, head: Buffer): boolean {
  const extension = key.slice(key.lastIndexOf('.') + 1);
  if (extension === 'webp') return pictureTypeOf(head) === 'webp';
  const start = id3Length(head);
  // Behind a long tag the sound begins where we do not look.
  return start > 0 && start >= head.length - 4 ? true : audioTypeOf(head.subarray(start)) === extension;
}
