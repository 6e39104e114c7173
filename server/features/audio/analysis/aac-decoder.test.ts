import { expect, test } from 'vitest';
import { fixturePath, readFixture } from '#server/testing/media-files';
import { createAacDecoder, loadAacDecoder, samplesOf } from './aac-decoder.ts';
import { decodeAac, toChannels } from './decode-aac.ts';

const readBytes = async (): Promise<ArrayBuffer> => {
  const file = await readFixture('tone.mp3');
  return file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength) as ArrayBuffer;
};

test('copies the samples from memory, and not each sample by a call', async () => {
  const { _module: module } = await loadAacDecoder(await readBytes());
  const { samples } = module.decodeAudio('audio', 0, -1, { multiChannel: true });
  const expected = Float32Array.from({ length: samples.size() }, (_, index) => samples.get(index));
  const indexes: number[] = [];
  const get = samples.get.bind(samples);
  samples.get = (index) => {
    indexes.push(index);
    return get(index);
  };
  expect(samplesOf(module, samples)).toEqual(expected);
  expect(expected.length).toBeGreaterThan(40_000);
  expect(indexes).toEqual([0, expected.length - 1]);
});

test('reads each sample by a call when the address of the samples is unknown', () => {
  const vector = {
    handle: { address: 8 },
    size: () => 2,
    get: (index: number) => index + 1,
    delete: () => {},
  };
  const module = {
    HEAPF32: new Float32Array(4),
    HEAPU32: Uint32Array.of(0, 0, 0, 8),
    decodeAudio: () => ({ status: { status: 0, error: '' }, samples: vector }),
  };
  expect(samplesOf(module, vector)).toEqual(Float32Array.of(1, 2));
});

test('decodes several files with the same instance', async () => {
  const decode = createAacDecoder();
  const first = await decode(await readBytes());
  await expect(decode(new ArrayBuffer(100))).rejects.toBeDefined();
  expect(await decode(await readBytes())).toEqual(first);
});

test.each([
  ['the start of the first block', [1, 2, 3], false, [0, 0, 1, 2, 3]],
  ['the end of a damaged block', [1, 2, 3], true, [1, 2, 3, 0, 0]],
  ['nothing of a block with a run-in', [8, 9, 1, 2, 3, 4, 5], true, [1, 2, 3, 4, 5]],
])('pads %s, so the audio of all blocks is continuous', (_name, samples, hasRunIn, expected) => {
  const audio = { sampleRate: 44_100, channelCount: 1, samples: Float32Array.from(samples) };
  expect(toChannels(audio, 5, hasRunIn)).toEqual([Float32Array.from(expected)]);
});

test('decodes the rest of a file from a time, and counts the samples before it', async () => {
  const read = async (from: number) => {
    const pieces = [];
    for await (const piece of decodeAac(fixturePath('tone.m4a'), from)) pieces.push(piece);
    const [first] = pieces;
    return {
      skipped: first?.skippedSamples ?? 0,
      samples: pieces.flatMap(({ channels }) => Array.from(channels[0] ?? [])),
      rate: first?.sampleRate ?? 0,
    };
  };
  const whole = await read(0);
  const rest = await read(1);
  expect(whole.skipped).toBe(0);
  expect(rest.skipped / rest.rate).toBeGreaterThan(0.9);
  expect(rest.skipped / rest.rate).toBeLessThanOrEqual(1);
  expect(rest.samples.length).toBe(whole.samples.length - rest.skipped);
  const differences = rest.samples.map((sample, index) =>
    Math.abs(sample - (whole.samples[rest.skipped + index] ?? 0)),
  );
  expect(Math.max(...differences)).toBeLessThan(0.001);
});
