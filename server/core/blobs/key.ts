import { randomBytes } from 'node:crypto';

const KEY = /^[0-9a-f]{40}\.[a-z0-9]{2,5}$/;

/** Returns a new unguessable key. @param extension without a dot; it defines the media type permanently */
export function createKey(extension: string): string {
  return requireKey(`${randomBytes(20).toString('hex')}.${extension}`);
}

/** Returns true if a text is a valid key. A key cannot contain folders or path segments. */
export function isKey(text: string): boolean {
  return KEY.test(text);
}

/** Returns the subfolder of a key, one of 256, in a folder store. */
export const shardOf = (key: string): string => requireKey(key).slice(0, 2);

/** Returns the key if it is valid. Every store calls this function before it uses a key. @throws Error for an invalid key */
export function requireKey(key: string): string {
  if (!isKey(key)) throw new Error('Not a key of the blob store.');
  return key;
}
