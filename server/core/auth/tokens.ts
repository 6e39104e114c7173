import { createHash, randomBytes, randomInt } from 'node:crypto';

/** Returns an opaque token: 256 random bits in base64url. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Returns the stored hash of a token. The token is random over its whole length, so one SHA-256 is sufficient. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Excludes similar characters, such as 0 and o. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Returns random characters in groups of four. Each character has almost 5 random bits. */
export function randomText(length: number): string {
  const text = Array.from({ length }, () => letters[randomInt(letters.length)]).join('');
  return (text.match(/.{4}/g) ?? []).join('-');
}

/** Returns a password that is easy to read and type: five groups of four characters, about 99 random bits. */
export const newPassword = (): string => randomText(20);
