import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readFixture } from '#server/testing/media-files';
import { readAacConfig } from './aac-config.ts';
import { run } from './scan-child.ts';

const bytesOf = (...fields: readonly (readonly [value: number, bits: number])[]): Buffer => {
  const bits = fields.map(([value, count]) => value.toString(2).padStart(count, '0')).join('');
  return Buffer.from((bits.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2)));
};

const lc = { kind: 2, channels: 2 };

test.each([
  ['AAC-LC', bytesOf([2, 5], [4, 4], [2, 4]), { ...lc, rateIndex: 4, rate: 44_100 }],
  ['HE-AAC', bytesOf([5, 5], [7, 4], [2, 4], [4, 4], [2, 5]), { ...lc, rateIndex: 7, rate: 22_050 }],
  [
    'HE-AAC v2',
    bytesOf([29, 5], [6, 4], [1, 4], [3, 4], [2, 5]),
    { kind: 2, channels: 1, rateIndex: 6, rate: 24_000 },
  ],
  [
    'a rate in full',
    bytesOf([5, 5], [15, 4], [22_050, 24], [2, 4], [15, 4], [44_100, 24], [2, 5]),
    { ...lc, rateIndex: 7, rate: 22_050 },
  ],
])('the core of %s is found', (_name, config, expected) => {
  expect(readAacConfig(config)).toEqual(expected);
});

test.each([
  ['xHE-AAC', bytesOf([31, 5], [10, 6], [3, 4], [2, 4])],
  ['AAC-ELD', bytesOf([31, 5], [7, 6], [3, 4], [2, 4])],
  ['AAC', bytesOf([2, 5], [14, 4], [2, 4])],
])('a sound in %s is refused by its name', (name, config) => {
  expect(() => readAacConfig(config)).toThrow(`The sound is kept as ${name}`);
});

/** The fixture, whose decoder is told that its packets are of another kind. */
async function scanAs(config: (index: number, channels: number) => Buffer) {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-aac-'));
  try {
    const bytes = await readFixture('tone.m4a');
    const at = bytes.indexOf('esds') + 8;
    // Descriptors with their lengths: that of the decoder's own is the innermost.
    const tag = bytes.indexOf(Buffer.from([0x05, 0x80, 0x80, 0x80]), at);
    const old = bytes.subarray(tag + 5, tag + 5 + (bytes[tag + 4] ?? 0));
    const { rateIndex, channels } = readAacConfig(old);
    config(rateIndex, channels).copy(bytes, tag + 5, 0, old.length);
    const path = join(folder, 'patched.m4a');
    await writeFile(path, bytes);
    const order = { path, extension: 'm4a', peaksPath: join(folder, 'a.peak'), ffmpeg: null };
    return await run(order, () => undefined);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

test('a file that says HE-AAC is heard in its whole length', async () => {
  const found = await scanAs((index, channels) =>
    bytesOf([5, 5], [index, 4], [channels, 4], [Math.max(0, index - 3), 4], [2, 5], [0, 18]),
  );
  expect(found.seconds).toBeGreaterThan(1.9);
  expect(found.seconds).toBeLessThan(2.2);
  expect(found.lufs).toBeGreaterThan(-60);
  expect(found.faults).toEqual([]);
});

test('a file of a kind that cannot be decoded says which', async () => {
  const scanned = scanAs((index, channels) => bytesOf([31, 5], [10, 6], [index, 4], [channels, 4], [0, 21]));
  await expect(scanned).rejects.toMatchObject({
    status: 415,
    message: 'The sound is kept as xHE-AAC, which cannot be decoded here. Give it as AAC, MP3 or FLAC.',
  });
});
