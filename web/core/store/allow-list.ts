import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/**
 * True if an address is the one on the page's allow-list: `SALT:HASH`, the SHA-256 of `SALT:ADDRESS`. The browser's
 * own hash is not used, because pages without TLS do not have it.
 */
export function isOnAllowList(email: string, page: Document = document): boolean {
  const list = page.querySelector('meta[name="lectern-allow-list"]')?.getAttribute('content') ?? '';
  const [salt, hash] = list.split(':');
  if (!salt || !hash) return false;
  return bytesToHex(sha256(utf8ToBytes(`${salt}:${email.trim().toLowerCase()}`))) === hash;
}
