import { createHash, randomBytes } from 'node:crypto';

/** An opaque session token: 256 random bits, base64url. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The stored hash of a token. The token is random over its whole length, so one SHA-256 is enough. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** A password that a person can read from a terminal and type: five groups of four, 100 bits. */
export function newPassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789x';
  const text = Array.from(randomBytes(20), (byte) => letters[byte % 32]).join('');
  return text.match(/.{4}/g)!.join('-');
}
