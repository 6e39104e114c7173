import { expect, test } from 'vitest';
import { BLOCK_FRAMES, COEFFICIENTS, createFeatureReader } from './acoustic-features.ts';
import { makeFeaturesFile, parseFeaturesFile } from './features-file.ts';

const RATE = 8_000;

function makeFeatures(seconds: number) {
  const reader = createFeatureReader(RATE);
  for (let second = 0; second < seconds; second += 1)
    reader.push(Float32Array.from({ length: RATE }, (_, index) => Math.sin(index * index * second) / 3));
  return { seconds, levels: Uint8Array.from([3, 1, 2]), features: reader.end() };
}

test('returns the features that were written, in one block a minute', () => {
  const features = makeFeatures(150);
  const file = Buffer.concat(makeFeaturesFile(features));
  expect(parseFeaturesFile(file)).toEqual({
    ...features,
    levels: Buffer.from(features.levels),
    features: {
      ...features.features,
      blocks: features.features.blocks.map((block) => ({ ...block, bytes: Buffer.from(block.bytes) })),
    },
  });
  expect(features.features.blocks.map(({ bytes }) => bytes.length / COEFFICIENTS)).toEqual([
    BLOCK_FRAMES,
    BLOCK_FRAMES,
    features.features.frames - 2 * BLOCK_FRAMES,
  ]);
  expect(() => parseFeaturesFile(file.subarray(0, -1))).toThrow('incomplete');
  expect(() => parseFeaturesFile(Buffer.from('LPK1'))).toThrow('no file');
});

test('returns no features of audio that is shorter than a frame', () => {
  const reader = createFeatureReader(RATE);
  reader.push(new Float32Array(10));
  const features = { seconds: 0.001, levels: new Uint8Array(), features: reader.end() };
  const file = Buffer.concat(makeFeaturesFile(features));
  expect(parseFeaturesFile(file)).toMatchObject({ seconds: 0.001, features: { frames: 0, blocks: [] } });
});
