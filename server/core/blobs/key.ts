import { randomBytes } from 'node:crypto';

const KEY = /^[0-9a-f]{40}\.[a-z0-9]{2,5}$/;

/** A fresh key that nobody can guess; the extension (without a dot) says the media type for good. */
export function createKey(extension: string): string {
  return requireKey(`${randomBytes(20).toString('hex')}.${extension}`);
}

/** True if a text has the form of a key, which contains no folders, dots or other names. */
export function isKey(text: string): boolean {
  return KEY.test(text);
}

/** The folder of a key, one of 256, in a store that is a folder. */
export const shardOf = (key: string): string => requireKey(key).slice(0, 2);

/** Every store passes each key through here before it touches anything. @throws Error on anything but a key. */
export function requireKey(key: string): string {
  if (!isKey(key)) throw new Error('Not a key of the blob store.');
  return key;
}
