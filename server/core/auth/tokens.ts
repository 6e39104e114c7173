import { createHash, randomBytes } from 'node:crypto';

/** Returns an opaque token: 256 random bits in base64url. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Returns the stored hash of a token. The token is random over its whole length, so one SHA-256 is sufficient. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Returns a password that is easy to read and type: five groups of four characters, about 99 random bits. */
export function newPassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789x';
  const text = Array.from(randomBytes(20), (byte) => letters[byte % 32]).join('');
  return text.match(/.{4}/g)!.join('-');
}
