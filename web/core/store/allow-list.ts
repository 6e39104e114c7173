import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/**
 * Returns true if an address is on the allow-list of the page: `SALT:HASH`, the SHA-256 of `SALT:ADDRESS`. The hash is computed in
 * JavaScript, since the browser's Web Crypto is not available on pages without TLS.
 */
export function isOnAllowList(email: string, page: Document = document): boolean {
  const list = page.querySelector('meta[name="lectern-allow-list"]')?.getAttribute('content') ?? '';
  const [salt, hash] = list.split(':');
  if (!salt || !hash) return false;
  return bytesToHex(sha256(utf8ToBytes(`${salt}:${email.trim().toLowerCase()}`))) === hash;
}
