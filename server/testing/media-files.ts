import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { packageRoot } from '#server/core/package-root';

export type ImageFormat = 'jpeg' | 'png' | 'webp' | 'avif' | 'gif';

/** Returns a small valid image, red at the top and blue at the bottom, so tests can check its orientation. */
export async function makeImage(
  format: ImageFormat,
  options: { width?: number; height?: number; orientation?: number } = {},
): Promise<Buffer> {
  const { width = 60, height = 90, orientation } = options;
  const half = { width, height: Math.ceil(height / 2), channels: 3 as const };
  const image = sharp({ create: { width, height, channels: 3, background: '#0000ff' } }).composite([
    { input: { create: { ...half, background: '#ff0000' } }, left: 0, top: 0 },
  ]);
  if (orientation !== undefined) image.withMetadata({ orientation });
  return image.toFormat(format).toBuffer();
}

/** Returns a GIF or WebP with two frames, the first one red and the second one blue. */
export async function makeAnimation(format: 'gif' | 'webp'): Promise<Buffer> {
  const [width, pageHeight, channels] = [20, 30, 3] as const;
  const pixels = Buffer.alloc(width * pageHeight * channels * 2);
  for (let index = 0; index < pixels.length; index += channels)
    pixels[index + (index < pixels.length / 2 ? 0 : 2)] = 255;
  return sharp(pixels, { raw: { width, height: pageHeight * 2, channels, pageHeight } })
    .toFormat(format)
    .toBuffer();
}

/** Returns a PNG whose header declares any size, with almost no data. */
export async function makeImageClaiming(width: number, height: number): Promise<Buffer> {
  const png = await makeImage('png');
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  png.writeInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
}

function crc32(bytes: Uint8Array): number {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc;
}

/** Returns a mono sine wave with 16 bits. */
export function makeWav(seconds: number, rate = 8_000): Buffer {
  const samples = Math.round(seconds * rate);
  const wav = Buffer.alloc(44 + samples * 2);
  wav.write('RIFF', 0, 'latin1');
  wav.writeUInt32LE(wav.length - 8, 4);
  wav.write('WAVEfmt ', 8, 'latin1');
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(rate, 24);
  wav.writeUInt32LE(rate * 2, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36, 'latin1');
  wav.writeUInt32LE(samples * 2, 40);
  for (let index = 0; index < samples; index += 1) {
    wav.writeInt16LE(Math.round(8_000 * Math.sin((2 * Math.PI * 330 * index) / rate)), 44 + index * 2);
  }
  return wav;
}

/** Audio files with two seconds of a tone each, and two short videos. */
export const fixtureNames = [
  'tone.mp3',
  'tone-vbr.mp3',
  'tone.m4a',
  'tone.m4b',
  'tone.ogg',
  'tone.opus',
  'tone.flac',
  'film.mp4',
  'film.webm',
] as const;
export type FixtureName = (typeof fixtureNames)[number];

export function fixturePath(name: FixtureName): string {
  return join(packageRoot, 'server', 'testing', 'fixtures', name);
}

export function readFixture(name: FixtureName): Promise<Buffer> {
  return readFile(fixturePath(name));
}
