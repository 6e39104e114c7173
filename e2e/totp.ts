import { createHmac } from 'node:crypto';

const characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/**
 * Returns the code of an authenticator app, as in RFC 6238.
 * @param secret in base32, in groups as displayed
 * @param later the number of 30-second steps from now
 */
export function totpCode(secret: string, later = 0): string {
  const bits = Array.from(secret.replaceAll(' ', ''), (character) =>
    characters.indexOf(character).toString(2).padStart(5, '0'),
  ).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + later));
  const mac = createHmac('sha1', key).update(counter).digest();
  const number = mac.readUInt32BE(mac.readUInt8(mac.length - 1) & 0xf) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}
