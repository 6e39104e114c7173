import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/* Time-based one-time codes (RFC 6238) as authenticator apps support them: SHA-1, six digits, 30 seconds. */

const STEP_MS = 30_000;
const DIGITS = 6;
/** The length of the hash, as RFC 4226 recommends. */
const SECRET_BYTES = 20;
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function toBase32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return Array.from(
    bits.match(/.{1,5}/g) ?? [],
    (five) => letters[Number.parseInt(five.padEnd(5, '0'), 2)],
  ).join('');
}

function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from(Array.from(bits.match(/.{8}/g) ?? [], (eight) => Number.parseInt(eight, 2)));
}

/** Returns a random secret in base32. */
export const newTotpSecret = (): string => toBase32(randomBytes(SECRET_BYTES));

/** Returns the step of a time: the number of 30-second periods since 1970. @param ms time in milliseconds */
export const stepAt = (ms: number): number => Math.floor(ms / STEP_MS);

/** Returns the code of a step. @param digits eight in the examples of RFC 6238 */
export function codeOf(secret: string, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 0xf;
  const number = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** Returns the step that the code belongs to: the current one or a neighbour, since clocks differ. Undefined if no step matches. */
export function matchingStep(secret: string, code: string, now: number): number | undefined {
  const codeBytes = Buffer.from(code);
  const step = stepAt(now);
  return [step, step - 1, step + 1].find((near) => {
    const right = Buffer.from(codeOf(secret, near));
    return codeBytes.length === right.length && timingSafeEqual(codeBytes, right);
  });
}

/** Returns the address for the QR code of an authenticator app. @param issuer the product name that the app shows */
export function otpauthUri(secret: string, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  const query = `secret=${secret}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${DIGITS}&period=${STEP_MS / 1000}`;
  return `otpauth://totp/${label}?${query}`;
}

/** Returns true if a text has the form of an app code. Other texts are recovery codes. */
export const isTotpCode = (code: string): boolean => /^\d{6}$/.test(code);
