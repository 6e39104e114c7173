import { promisify } from 'node:util';
import { deflateRaw, deflateRawSync, inflateRaw, inflateRawSync } from 'node:zlib';

/** Shorter values are not compressed, because that saves nothing. */
const SHORT = 400;
/** Prefix of compressed values. No JSON starts with this letter. */
const PACKED = 'z';

const squeeze = promisify<Buffer, { level: number }, Buffer>(deflateRaw);
const expand = promisify<Buffer, Buffer>(inflateRaw);

const levels = { level: 3 } as const;
const toText = (bytes: Buffer): string => `${PACKED}${bytes.toString('base64')}`;
const toBytes = (text: string): Buffer => Buffer.from(text.slice(PACKED.length), 'base64');

/** Returns a value as text that both databases store, compressed when it is long. */
export function pack(value: unknown): string {
  const json = JSON.stringify(value);
  return json.length < SHORT ? json : toText(deflateRawSync(json, levels));
}

/** Returns the value that was passed to `pack` or `packLarge`. */
export function unpack(text: string): unknown {
  return JSON.parse(text.startsWith(PACKED) ? inflateRawSync(toBytes(text)).toString() : text);
}

/** Does the same as `pack` without blocking the event loop. */
export async function packLarge(value: unknown): Promise<string> {
  const json = JSON.stringify(value);
  return json.length < SHORT ? json : toText(await squeeze(Buffer.from(json), levels));
}

export async function unpackLarge(text: string): Promise<unknown> {
  return JSON.parse(text.startsWith(PACKED) ? (await expand(toBytes(text))).toString() : text);
}
