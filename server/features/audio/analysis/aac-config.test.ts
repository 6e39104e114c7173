import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type AacConfigOf, bytesOf, makeM4aOf, xheAac } from '#server/testing/aac-files';
import { readAacConfig } from './aac-config.ts';
import { run } from './analysis-child.ts';

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
])('finds the core of %s', (_name, config, expected) => {
  expect(readAacConfig(config)).toEqual(expected);
});

test.each([
  ['xHE-AAC', bytesOf([31, 5], [10, 6], [3, 4], [2, 4])],
  ['AAC-ELD', bytesOf([31, 5], [7, 6], [3, 4], [2, 4])],
  ['AAC', bytesOf([2, 5], [14, 4], [2, 4])],
])('rejects audio in %s and names the codec', (name, config) => {
  expect(() => readAacConfig(config)).toThrow(`This audio uses the ${name} codec`);
});

async function analyseAs(config: AacConfigOf) {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-aac-'));
  try {
    const path = join(folder, 'patched.m4a');
    await writeFile(path, await makeM4aOf(config));
    const order = {
      path,
      extension: 'm4a',
      peaksPath: join(folder, 'a.peak'),
      featuresPath: join(folder, 'a.feat'),
      ffmpeg: null,
    };
    return await run(order, () => undefined);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

test('decodes a file declared as HE-AAC with its whole duration', async () => {
  const analysis = await analyseAs((index, channels) =>
    bytesOf([5, 5], [index, 4], [channels, 4], [Math.max(0, index - 3), 4], [2, 5], [0, 18]),
  );
  if (analysis.state === 'failed') throw new Error(analysis.message ?? 'damaged');
  expect(analysis.seconds).toBeGreaterThan(1.9);
  expect(analysis.seconds).toBeLessThan(2.2);
  expect(analysis.lufs).toBeGreaterThan(-60);
  expect(analysis.problems).toEqual([]);
});

test('reports the codec and other declared values of a file that cannot be decoded', async () => {
  const analysis = await analyseAs(xheAac);
  expect(analysis).toMatchObject({
    state: 'failed',
    message: 'This audio uses the xHE-AAC codec, which isn’t supported. Convert it to AAC, MP3 or FLAC.',
    codec: 'MPEG-4/AAC',
    fileRate: expect.any(Number) as number,
    fileChannels: expect.any(Number) as number,
  });
  expect(analysis.fileSeconds).toBeCloseTo(2, 0);
});
