/** Features per second. */
export const FRAMES_A_SECOND = 50;
/** Frames that are stored together until their number is known: a minute. */
const BLOCK_FRAMES = 60 * FRAMES_A_SECOND;
const SIZE = 256;
const HALF = SIZE / 2;
const BANDS = 15;
/** Cepstra and level; each is stored with its difference over time. */
const PLAIN = 11;
export const DIMENSIONS = PLAIN * 2;
/** Letters are distinguished by frequencies below half of this rate. */
const WANTED_RATE = 11_025;
const LOWEST_HZ = 120;
const EMPHASIS = 0.95;

const mel = (hertz: number): number => 1127 * Math.log(1 + hertz / 700);
const hertzOf = (value: number): number => 700 * (Math.exp(value / 1127) - 1);

/** Steps of a stored number within the standard deviation. */
const STEPS = 24;
const MAX_STEPS = 127;

/** Cepstra and level of the audio every 20 ms, with mean 0 and variance 1 over the whole audio, in one byte each. */
export interface StoredFeatures {
  readonly frames: number;
  readonly bytes: Int8Array;
}

/** Features of the audio, one set every 20 ms: `DIMENSIONS` numbers. */
export interface Features {
  readonly frames: number;
  readonly values: Float32Array;
}

/** The weights of the bins of a band; the first weight is that of the bin `first`. */
interface Band {
  readonly first: number;
  readonly weights: Float64Array;
}

function melBands(rate: number): readonly Band[] {
  const low = mel(LOWEST_HZ);
  const high = mel(rate / 2);
  const edges = Array.from(
    { length: BANDS + 2 },
    (_, band) => (hertzOf(low + ((high - low) * band) / (BANDS + 1)) * SIZE) / rate,
  );
  return Array.from({ length: BANDS }, (_, band) => {
    const [start = 0, peak = 0, end = 0] = edges.slice(band, band + 3);
    const weights: number[] = [];
    for (let bin = Math.ceil(start); bin < end && bin <= HALF; bin += 1)
      weights.push(bin < peak ? (bin - start) / (peak - start) : (end - bin) / (end - peak));
    return { first: Math.ceil(start), weights: Float64Array.from(weights) };
  });
}

/** Returns a function that computes the power of 256 real samples by a complex transform of half the size. */
function createPower() {
  const cos = Float32Array.from({ length: HALF }, (_, index) => Math.cos((2 * Math.PI * index) / SIZE));
  const sin = Float32Array.from({ length: HALF }, (_, index) => -Math.sin((2 * Math.PI * index) / SIZE));
  const reversedIndexes = Uint8Array.from({ length: HALF }, (_, index) => {
    let reversedBits = 0;
    for (let bit = 0; bit < 7; bit += 1) if ((index >> bit) & 1) reversedBits |= 1 << (6 - bit);
    return reversedBits;
  });
  const re = new Float32Array(HALF);
  const im = new Float32Array(HALF);
  const power = new Float32Array(HALF + 1);
  return (frame: Float32Array): Float32Array => {
    for (let index = 0; index < HALF; index += 1) {
      const to = reversedIndexes[index]!;
      re[to] = frame[2 * index]!;
      im[to] = frame[2 * index + 1]!;
    }
    for (let size = 2; size <= HALF; size <<= 1) {
      const half = size >> 1;
      const step = SIZE / size;
      for (let group = 0; group < HALF; group += size)
        for (let k = 0; k < half; k += 1) {
          const c = cos[k * step]!;
          const d = sin[k * step]!;
          const i = group + k;
          const j = i + half;
          const tr = re[j]! * c - im[j]! * d;
          const ti = re[j]! * d + im[j]! * c;
          re[j] = re[i]! - tr;
          im[j] = im[i]! - ti;
          re[i] = re[i]! + tr;
          im[i] = im[i]! + ti;
        }
    }
    for (let k = 0; k <= HALF; k += 1) {
      const k1 = k % HALF;
      const k2 = (HALF - k) % HALF;
      const ar = (re[k1]! + re[k2]!) / 2;
      const ai = (im[k1]! - im[k2]!) / 2;
      const br = (im[k1]! + im[k2]!) / 2;
      const bi = -(re[k1]! - re[k2]!) / 2;
      const c = k < HALF ? cos[k]! : -1;
      const d = k < HALF ? sin[k]! : 0;
      const r = ar + br * c - bi * d;
      const q = ai + br * d + bi * c;
      power[k] = r * r + q * q;
    }
    return power;
  };
}

/** Computes the features of streamed audio. @param sampleRate of the pushed samples */
export function createFeatureReader(sampleRate: number) {
  const factor = Math.max(1, Math.round(sampleRate / WANTED_RATE));
  const rate = sampleRate / factor;
  const hop = rate / FRAMES_A_SECOND;
  const bands = melBands(rate);
  const window = Float32Array.from(
    { length: SIZE },
    (_, index) => 0.54 - 0.46 * Math.cos((2 * Math.PI * index) / (SIZE - 1)),
  );
  const waves = Array.from({ length: PLAIN }, (_, wave) =>
    Float32Array.from({ length: BANDS }, (_band, band) => Math.cos((Math.PI * wave * (band + 0.5)) / BANDS)),
  );
  const powerOf = createPower();
  const frame = new Float32Array(SIZE);
  const logs = new Float32Array(BANDS);
  const blocks: Float32Array[] = [];
  let frames = 0;
  /** Samples at the lower rate that later frames need; the first has the index `base`. */
  let buffer = new Float32Array(0);
  let base = 0;
  let sum = 0;
  let sampleCount = 0;

  function readFrame(start: number): void {
    let last = start > 0 ? buffer[start - 1]! : 0;
    for (let k = 0; k < SIZE; k += 1) {
      const sample = buffer[start + k]!;
      frame[k] = (sample - EMPHASIS * last) * window[k]!;
      last = sample;
    }
    const power = powerOf(frame);
    for (let band = 0; band < BANDS; band += 1) {
      let energy = 0;
      const { first, weights } = bands[band]!;
      for (let index = 0; index < weights.length; index += 1)
        energy += weights[index]! * power[first + index]!;
      logs[band] = Math.log(energy + 1e-7);
    }
    const position = frames % BLOCK_FRAMES;
    if (position === 0) blocks.push(new Float32Array(PLAIN * BLOCK_FRAMES));
    const block = blocks.at(-1)!;
    for (let wave = 0; wave < PLAIN; wave += 1) {
      let value = 0;
      const cosines = waves[wave]!;
      for (let band = 0; band < BANDS; band += 1) value += cosines[band]! * logs[band]!;
      block[position * PLAIN + wave] = value;
    }
    frames += 1;
  }

  return {
    push(samples: Float32Array): void {
      const more = new Float32Array(buffer.length + Math.ceil((samples.length + sampleCount) / factor));
      more.set(buffer);
      let length = buffer.length;
      let rest = sum;
      let count = sampleCount;
      for (let index = 0; index < samples.length; index += 1) {
        rest += samples[index]!;
        count += 1;
        if (count < factor) continue;
        more[length++] = rest / factor;
        rest = 0;
        count = 0;
      }
      sum = rest;
      sampleCount = count;
      buffer = more.subarray(0, length);
      for (
        let start = Math.floor(frames * hop);
        start - base + SIZE <= buffer.length;
        start = Math.floor(frames * hop)
      )
        readFrame(start - base);
      const removedSamples = Math.max(0, Math.min(buffer.length, Math.floor(frames * hop) - base - 1));
      buffer = buffer.slice(removedSamples);
      base += removedSamples;
    },
    end: (): StoredFeatures => ({ frames, bytes: normalise(blocks, frames) }),
  };
}

/** Normalises cepstra and levels over the whole audio. @param blocks of `BLOCK_FRAMES` frames each, the last one with fewer */
function normalise(blocks: readonly Float32Array[], frames: number): Int8Array {
  const bytes = new Int8Array(frames * PLAIN);
  for (let wave = 0; wave < PLAIN; wave += 1) {
    let mean = 0;
    let variance = 0;
    const valueOf = (frame: number): number =>
      blocks[Math.floor(frame / BLOCK_FRAMES)]![(frame % BLOCK_FRAMES) * PLAIN + wave]!;
    for (let frame = 0; frame < frames; frame += 1) mean += valueOf(frame) / frames;
    for (let frame = 0; frame < frames; frame += 1) variance += (valueOf(frame) - mean) ** 2 / frames;
    const scale = STEPS / Math.sqrt(variance + 1e-9);
    for (let frame = 0; frame < frames; frame += 1) {
      const value = Math.round((valueOf(frame) - mean) * scale);
      bytes[frame * PLAIN + wave] = Math.max(-MAX_STEPS, Math.min(MAX_STEPS, value));
    }
  }
  return bytes;
}

/** Returns stored features with their differences over time. */
export function withDifferences({ frames, bytes }: StoredFeatures): Features {
  const values = new Float32Array(frames * DIMENSIONS);
  for (let frame = 0; frame < frames; frame += 1)
    for (let wave = 0; wave < PLAIN; wave += 1) {
      const before = Math.max(0, frame - 2) * PLAIN + wave;
      const behind = Math.min(frames - 1, frame + 2) * PLAIN + wave;
      values[frame * DIMENSIONS + wave] = bytes[frame * PLAIN + wave]! / STEPS;
      values[frame * DIMENSIONS + PLAIN + wave] = ((bytes[behind]! - bytes[before]!) * 0.7) / STEPS;
    }
  return { frames, values };
}
