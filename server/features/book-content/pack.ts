import { promisify } from 'node:util';
import { deflateRaw, deflateRawSync, inflateRaw, inflateRawSync } from 'node:zlib';

/** Shorter than this, packing saves nothing. */
const SHORT = 400;
/** Packed values start with a letter that no JSON starts with. */
const PACKED = 'z';

const squeeze = promisify<Buffer, { level: number }, Buffer>(deflateRaw);
const expand = promisify<Buffer, Buffer>(inflateRaw);

const levels = { level: 3 } as const;
const toText = (bytes: Buffer): string => `${PACKED}${bytes.toString('base64')}`;
const toBytes = (text: string): Buffer => Buffer.from(text.slice(PACKED.length), 'base64');

/** A value as text that both databases store, small where it pays. */
export function pack(value: unknown): string {
  const json = JSON.stringify(value);
  return json.length < SHORT ? json : toText(deflateRawSync(json, levels));
}

/** Returns the value that `pack` or `packLarge` was given. */
export function unpack(text: string): unknown {
  return JSON.parse(text.startsWith(PACKED) ? inflateRawSync(toBytes(text)).toString() : text);
}

/** The same beside the event loop. */
export async function packLarge(value: unknown): Promise<string> {
  const json = JSON.stringify(value);
  return json.length < SHORT ? json : toText(await squeeze(Buffer.from(json), levels));
}

export async function unpackLarge(text: string): Promise<unknown> {
  return JSON.parse(text.startsWith(PACKED) ? (await expand(toBytes(text))).toString() : text);
}
