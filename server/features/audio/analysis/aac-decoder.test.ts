import { expect, test } from 'vitest';
import { readFixture } from '#server/testing/media-files';
import { createAacDecoder, loadAacDecoder, samplesOf } from './aac-decoder.ts';
import { toChannels } from './decode-aac.ts';

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
