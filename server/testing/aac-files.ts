import { readAacConfig } from '#server/features/audio/analysis/aac-config';
import { readFixture } from './media-files.ts';

/** Concatenates bit fields and pads the result to whole bytes. */
export const bytesOf = (...fields: readonly (readonly [value: number, bits: number])[]): Buffer => {
  const bits = fields.map(([value, count]) => value.toString(2).padStart(count, '0')).join('');
  return Buffer.from((bits.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2)));
};

/** Returns the decoder configuration for the index of the sample rate and the number of channels. */
export type AacConfigOf = (rateIndex: number, channels: number) => Buffer;

/** The configuration of a type of AAC that no available decoder supports. */
export const xheAac: AacConfigOf = (index, channels) =>
  bytesOf([31, 5], [10, 6], [index, 4], [channels, 4], [0, 21]);

/** Returns two seconds of a tone with a decoder configuration of another type. */
export async function makeM4aOf(config: AacConfigOf): Promise<Buffer> {
  const bytes = Buffer.from(await readFixture('tone.m4a'));
  const offset = bytes.indexOf('esds') + 8;
  // The nested descriptors have lengths. The configuration is in the innermost one.
  const tag = bytes.indexOf(Buffer.from([0x05, 0x80, 0x80, 0x80]), offset);
  const old = bytes.subarray(tag + 5, tag + 5 + (bytes[tag + 4] ?? 0));
  const { rateIndex, channels } = readAacConfig(old);
  config(rateIndex, channels).copy(bytes, tag + 5, 0, old.length);
  return bytes;
}
