import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeM4b } from '#server/testing/audio-files';
import { type FixtureName, fixturePath, makeWav } from '#server/testing/media-files';
import { decodeByFfmpeg } from './decode-ffmpeg.ts';
import { decodeWav, readWavFormat } from './decode-wav.ts';
import { findFfmpeg } from './find-ffmpeg.ts';
import { measureAudio } from './measure.ts';
import { makePeaksFile } from './peaks-file.ts';
import { run } from './analysis-child.ts';
import type { Audio } from './audio-stream.ts';
import { createTruePeak } from './true-peak.ts';

const folder = await mkdtemp(join(tmpdir(), 'lectern-scan-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const RATE = 48_000;
type Wave = (second: number) => number;
const tone = (hertz: number, db: number): Wave => {
  const height = 10 ** (db / 20);
  return (second) => height * Math.sin(2 * Math.PI * hertz * second);
};
const silence: Wave = () => 0;

/** Yields audio with these channels in pieces of different sizes. */
async function* audio(seconds: number, waves: readonly Wave[], rate = RATE): AsyncGenerator<Audio> {
  const length = Math.round(seconds * rate);
  for (let position = 0; position < length; position += 7001)
    yield {
      sampleRate: rate,
      channels: waves.map((wave) =>
        Float32Array.from({ length: Math.min(7001, length - position) }, (_, index) =>
          wave((position + index) / rate),
        ),
      ),
    };
}

const measure = async (
  seconds: number,
  {
    waves,
    rate = RATE,
    declared = seconds,
  }: {
    readonly waves: readonly Wave[];
    readonly rate?: number | undefined;
    readonly declared?: number | undefined;
  },
) => {
  const measurement = await measureAudio(audio(seconds, waves, rate), declared, () => undefined);
  if (!measurement) throw new Error('Nothing was measured.');
  return measurement;
};

test.each([48_000, 44_100, 22_050])(
  'measures -23 LUFS for a tone of 1 kHz at -23 dBFS in two channels at %i Hz',
  async (rate) => {
    const wave = tone(1000, -23);
    const { lufs, truePeakDb } = await measure(20, { waves: [wave, wave], rate });
    expect(lufs).toBeCloseTo(-23, 1);
    expect(truePeakDb).toBeCloseTo(-23, 1);
  },
);

test('measures the RMS level of all channels, silence included', async () => {
  // The RMS level of a sine is 3 dB below its peak.
  expect((await measure(5, { waves: [tone(1000, -20)] })).rmsDb).toBeCloseTo(-23, 1);
  expect((await measure(5, { waves: [tone(1000, -20), silence] })).rmsDb).toBeCloseTo(-26, 1);
  const half: Wave = (second) => (second < 5 ? tone(1000, -20)(second) : 0);
  expect((await measure(10, { waves: [half] })).rmsDb).toBeCloseTo(-26, 1);
  expect((await measure(5, { waves: [silence] })).rmsDb).toBeNull();
});

test('measures three decibels less for one channel than for two', async () => {
  expect((await measure(5, { waves: [tone(1000, -20)] })).lufs).toBeCloseTo(-23, 1);
});

test('excludes silence and quiet parts by gates', async () => {
  const wave: Wave = (second) =>
    second < 10 ? tone(1000, -23)(second) : second < 15 ? tone(1000, -36)(second) : 0;
  expect((await measure(25, { waves: [wave, wave] })).lufs).toBeCloseTo(-23, 0);
});

test('measures the true peak between the samples', async () => {
  // A quarter of the rate, offset by half a step: every sample is at 0.707 of the maximum.
  const wave: Wave = (second) => Math.sin(2 * Math.PI * (RATE / 4) * second + Math.PI / 4);
  const { truePeakDb } = await measure(1, { waves: [wave] });
  expect(truePeakDb).toBeGreaterThan(-0.6);
  expect(truePeakDb).toBeLessThan(0.6);
});

test('finds the highest value between samples although only candidates are interpolated', () => {
  const wave: Wave = (second) =>
    0.4 * Math.sin(2 * Math.PI * 5100 * second) * Math.sin(9 * second) + 0.3 * Math.sin(900 * second);
  const samples = Float32Array.from({ length: 9_000 }, (_, index) => wave(index / 22_050));
  const sinc = (x: number) => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x));
  let expected = 0;
  for (let index = 11; index < samples.length; index += 1)
    for (const offset of [0, 0.25, 0.5, 0.75]) {
      let sum = 0;
      for (let tap = 0; tap < 12; tap += 1) {
        const x = tap - 5 - offset;
        sum += (samples[index - 11 + tap] ?? 0) * sinc(x) * (0.5 + 0.5 * Math.cos((Math.PI * x) / 6));
      }
      expected = Math.max(expected, Math.abs(sum));
    }
  const peak = createTruePeak();
  for (let start = 0; start < samples.length; start += 701) peak.push(samples.subarray(start, start + 701));
  expect(peak.highest()).toBeCloseTo(expected, 6);
});

test('finds pauses, and does not split one at a click', async () => {
  const words: Wave = (second) => {
    const isPause = (second > 2 && second < 2.8) || (second > 5 && second < 6.5);
    const isClick = second > 5.5 && second < 5.53;
    return isPause && !isClick ? tone(200, -60)(second) : tone(200, -18)(second);
  };
  const { silences, seconds } = await measure(10, { waves: [words] });
  expect(seconds).toBe(10);
  expect(silences).toHaveLength(2);
  const [[start, end] = [0, 0], [later, last] = [0, 0]] = silences;
  expect([start, end, later, last].map((time) => Math.round(time / 10) / 10)).toEqual(
    [2, 2.8, 5, 6.5].map((time) => Math.round(time * 10) / 10).map((time) => time),
  );
});

test.each([48_000, 44_100, 16_000])('finds clicks in pauses and in speech at %i Hz', async (rate) => {
  let seed = 1;
  const noise = () => (seed = (seed * 16_807) % 2_147_483_647) / 1_073_741_823.5 - 1;
  const isPause = (second: number) => second % 4 > 3;
  /** A voice of 120 Hz with overtones, fricatives and short plosives, and pauses with some noise. */
  const voice: Wave = (second) => {
    const hiss = noise();
    if (isPause(second)) return 0.0005 * hiss;
    const syllable = second % 0.5;
    if (syllable > 0.45) return syllable < 0.455 ? 0.05 * hiss : 0.0005 * hiss;
    if (syllable > 0.35) return 0.05 * hiss * Math.sin(((syllable - 0.35) / 0.1) * Math.PI);
    let pulse = 0;
    for (let overtone = 1; overtone <= 20; overtone += 1)
      pulse += (0.15 / overtone) * Math.cos(2 * Math.PI * 120 * overtone * second);
    return pulse * Math.sin((syllable / 0.35) * Math.PI) + 0.002 * hiss;
  };
  const clickAt =
    (wave: Wave, ...clicks: number[]): Wave =>
    (second) =>
      wave(second) +
      (clicks.some((click) => second >= click && second < click + 0.003) ? 0.02 * noise() : 0) +
      (second >= 9.1 && second < 9.1 + 0.7 / rate && clicks.length > 0 ? 0.5 : 0);
  expect((await measure(20, { waves: [voice], rate })).clicks).toEqual([]);
  const { clicks } = await measure(20, { waves: [clickAt(voice, 3.5, 11.4)], rate });
  expect(clicks.map((time) => Math.round(time / 5) / 20)).toEqual([3.5, 9.1, 11.4]);
});

test('reports a cut as a click, and no click for a steady tone', async () => {
  const cut: Wave = (second) => tone(200, -12)(second < 2.001 ? second : second + 0.0013);
  expect((await measure(4, { waves: [cut] })).clicks).toEqual([200]);
  expect((await measure(4, { waves: [tone(200, -12)] })).clicks).toEqual([]);
});

test('finds clipped parts of all channels, and merges those within a second', async () => {
  const clippedAt =
    (...times: readonly number[]): Wave =>
    (second) =>
      times.some((time) => second >= time && second < time + 0.01) ? 1 : tone(200, -18)(second);
  const { clipped } = await measure(10, { waves: [clippedAt(2, 2.5, 6), clippedAt(2.8)] });
  expect(clipped.map(([start, end]) => [start / 100, Math.round(end / 10) / 10])).toEqual([
    [2, 2.8],
    [6, 6],
  ]);
  expect((await measure(5, { waves: [tone(200, -1)] })).clipped).toEqual([]);
});

test.each<[string, number, Wave[], number, RegExp]>([
  ['an empty channel', 5, [tone(300, -20), silence], 5, /^One channel of the audio is empty\.$/],
  ['nothing at all', 5, [silence, silence], 5, /^The audio is silent\.$/],
  [
    'an end that is missing',
    60,
    [tone(300, -20)],
    100,
    /^The file is damaged or incomplete: only 1:00 of 1:40 could be read\.$/,
  ],
  [
    'tops that are cut off',
    20,
    [(second) => Math.max(-1, Math.min(1, 2 * Math.sin(2 * Math.PI * 100 * second)))],
    20,
    /^The audio is clipped in 4,000 places\.$/,
  ],
  [
    'a long silence',
    40,
    [(second) => (second > 10 && second < 25 ? 0 : tone(300, -20)(second))],
    40,
    /^15 seconds of silence at 0:10\.$/,
  ],
])('reports %s', async (_what, seconds, waves, declaredSeconds, sentence) => {
  const { problems } = await measure(seconds, { waves, rate: 16_000, declared: declaredSeconds });
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatch(sentence);
});

test('reports no problem for audio without defects', async () => {
  expect((await measure(5, { waves: [tone(300, -20), tone(300, -21)] })).problems).toEqual([]);
});

test('stores the waveform as a pyramid in which each value is the highest of four', () => {
  const peaks = Uint8Array.from({ length: 2049 }, (_, index) => (index === 2000 ? 200 : 3));
  const file = makePeaksFile(peaks);
  expect(file.toString('latin1', 0, 4)).toBe('LPK1');
  expect([file.readUInt32LE(4), file.readUInt32LE(8), file.readUInt32LE(12), file.readUInt32LE(16)]).toEqual([
    3, 2049, 513, 129,
  ]);
  expect(file.length).toBe(64 + 2049 + 513 + 129);
  expect(file[64 + 2049 + 500]).toBe(200);
  expect(file[64 + 2049 + 513 + 125]).toBe(200);
});

const analysis = async (path: string, extension: string) => {
  const peaksPath = join(folder, `${extension}.peak`);
  const featuresPath = join(folder, `${extension}.feat`);
  const result = await run({ path, extension, peaksPath, featuresPath, ffmpeg: null }, () => undefined);
  if (result.state === 'failed') throw new Error(result.message ?? 'damaged');
  return { ...result, peaks: await readFile(peaksPath) };
};

test.each<[FixtureName, string]>([
  ['tone.mp3', 'mp3'],
  ['tone-vbr.mp3', 'mp3'],
  ['tone.m4a', 'm4a'],
  ['tone.m4b', 'm4b'],
  ['tone.ogg', 'ogg'],
  ['tone.opus', 'opus'],
  ['tone.flac', 'flac'],
])('decodes %s without an external program', async (name, extension) => {
  const result = await analysis(fixturePath(name), extension);
  expect(result.seconds).toBeGreaterThan(1.9);
  expect(result.seconds).toBeLessThan(2.2);
  expect(result.lufs).toBeGreaterThan(-60);
  expect(result.lufs).toBeLessThan(0);
  expect(result.peaks.readUInt32LE(8)).toBe(Math.ceil(result.seconds * 100 - 0.001));
  expect(result.problems).toEqual([]);
});

test.each([
  ['as its head says', 10_000, 10_000],
  ['to the end of a file that is shorter', 500, 456],
  ['to the end of a file whose head cannot say how long it is', 5_000_000_000, 4_999_999_956],
])('reads the audio data of a WAV %s', (_how, size, dataBytes) => {
  const head = makeWav(1).subarray(0, 44);
  head.writeUInt32LE(10_000, 40);
  const wavFormat = readWavFormat(head, size === 10_000 ? size + 100 : size);
  expect(wavFormat).toMatchObject({ dataAt: 44, dataBytes });
});

test('decodes a WAV, and a damaged file up to the damage', async () => {
  const wav = makeWav(3);
  await writeFile(join(folder, 'a.wav'), wav);
  const whole = await analysis(join(folder, 'a.wav'), 'wav');
  expect(whole.seconds).toBe(3);
  await writeFile(join(folder, 'b.m4b'), (await makeM4b()).subarray(0, 3000));
  await expect(analysis(join(folder, 'b.m4b'), 'm4b')).rejects.toBeInstanceOf(Error);
});

test('decodes an M4A whose chunks declare two billion packets, and rejects it if its tables are unusual', async () => {
  const whole = await readFile(fixturePath('tone.m4a'));
  const path = join(folder, 'chunks.m4a');
  const measureWith = async (packets: number | undefined, description: number) => {
    const bytes = Buffer.from(whole);
    const table = bytes.indexOf('stsc') + 4;
    if (packets !== undefined) bytes.writeUInt32BE(packets, table + 12);
    bytes.writeUInt32BE(description, table + 16);
    await writeFile(path, bytes);
    return analysis(path, 'm4a');
  };
  const { seconds } = await measureWith(undefined, 1);
  expect((await measureWith(0x7fff_ffff, 1)).seconds).toBeCloseTo(seconds, 1);
  expect((await measureWith(undefined, 2)).seconds).toBeCloseTo(seconds, 1);
  await expect(measureWith(0x7fff_ffff, 2)).rejects.toBeInstanceOf(Error);
});

test.each([
  [
    '8 bits',
    1,
    8,
    (bytes: Buffer, offset: number, value: number) => bytes.writeUInt8(Math.round(128 + value * 128), offset),
  ],
  [
    '24 bits',
    1,
    24,
    (bytes: Buffer, offset: number, value: number) =>
      bytes.writeIntLE(Math.round(value * 8_388_607), offset, 3),
  ],
  [
    '32 bits',
    1,
    32,
    (bytes: Buffer, offset: number, value: number) =>
      bytes.writeInt32LE(Math.round(value * 2_147_483_647), offset),
  ],
  ['floats', 3, 32, (bytes: Buffer, offset: number, value: number) => bytes.writeFloatLE(value, offset)],
])('decodes a WAV of %s without changes', async (name, kind, bits, write) => {
  const path = join(folder, `${name}.wav`);
  const bytes = bits / 8;
  const head = makeWav(0).subarray(0, 44);
  const data = Buffer.alloc(16_000 * 2 * bytes);
  for (let index = 0; index < 16_000; index += 1) {
    write(data, index * 2 * bytes, 0.5 * Math.sin(index / 5));
    write(data, (index * 2 + 1) * bytes, -0.25 * Math.sin(index / 5));
  }
  head.writeUInt16LE(kind, 20);
  head.writeUInt16LE(2, 22);
  head.writeUInt32LE(16_000, 24);
  head.writeUInt16LE(bits, 34);
  head.writeUInt32LE(data.length, 40);
  await writeFile(path, Buffer.concat([head, data]));
  const heights: number[] = [];
  for await (const { channels } of decodeWav(path))
    for (const samples of channels) heights.push(samples.reduce((most, height) => Math.max(most, height), 0));
  expect(heights.map((height) => Math.round(height * 100) / 100)).toEqual([0.5, 0.25]);
});

test('rejects a sample rate and a number of channels that no recording has', async () => {
  const path = join(folder, 'rate.wav');
  const analyse = async ({ rate = 8_000, channels = 1 }) => {
    const wav = makeWav(0.1);
    wav.writeUInt16LE(channels, 22);
    wav.writeUInt32LE(rate, 24);
    await writeFile(path, wav);
    const order = {
      path,
      extension: 'wav',
      peaksPath: join(folder, 'rate.peak'),
      featuresPath: join(folder, 'rate.feat'),
      ffmpeg: null,
    };
    return (await run(order, () => undefined)).state;
  };
  expect(await analyse({ rate: 1_000, channels: 64 })).toBe('done');
  // Zero is last, because measuring it would not end.
  for (const rate of [999, 4, 0]) expect([rate, await analyse({ rate })]).toEqual([rate, 'failed']);
  for (const channels of [65, 0])
    expect([channels, await analyse({ channels })]).toEqual([channels, 'failed']);
});

test('finds ffmpeg, runs it without input and network, and measures its output', async () => {
  const program = join(folder, 'ffmpeg');
  expect(findFfmpeg(undefined, folder)).toBeNull();
  // One second of silence in one channel at 48 kHz, if the arguments are correct.
  await writeFile(
    program,
    '#!/bin/sh\ncase "$*" in "-nostdin "*"-protocol_whitelist file,pipe -i "*) exec head -c 96000 /dev/zero;; esac\nexit 1\n',
    { mode: 0o755 },
  );
  expect(findFfmpeg(undefined, `/nowhere:${folder}`)).toBe(program);
  expect(findFfmpeg(join(folder, 'other'), folder)).toBeNull();
  const measurement = await measureAudio(decodeByFfmpeg(program, 'sound.mp3', 1), 1, () => undefined);
  expect(measurement).toMatchObject({
    seconds: 1,
    channels: 1,
    problems: ['The audio is silent.'],
  });
});
