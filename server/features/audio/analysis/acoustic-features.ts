/** Sets of features per second. */
export const FRAMES_A_SECOND = 50;
/** Features of a frame: cepstra and level. */
export const COEFFICIENTS = 11;
/** Frames of a block: a minute. */
export const BLOCK_FRAMES = 60 * FRAMES_A_SECOND;
const SIZE = 256;
const HALF = SIZE / 2;
const BANDS = 15;
/** Letters are distinguished by frequencies below half of this rate. */
const WANTED_RATE = 11_025;
const LOWEST_HZ = 120;
const EMPHASIS = 0.95;
const MAX_BYTE = 255;

const mel = (hertz: number): number => 1127 * Math.log(1 + hertz / 700);
const hertzOf = (value: number): number => 700 * (Math.exp(value / 1127) - 1);

/** The features of up to a minute, one byte each. A value is the lowest one of its coefficient plus the byte times the step. */
export interface FeatureBlock {
  readonly lowest: Float32Array;
  readonly steps: Float32Array;
  readonly bytes: Uint8Array;
}

/** Cepstra and level of audio every 20 ms. All blocks except the last one have `BLOCK_FRAMES` frames. */
export interface AcousticFeatures {
  readonly frames: number;
  readonly blocks: readonly FeatureBlock[];
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

/** Returns the values of some frames with one byte each. */
function packBlock(values: Float32Array): FeatureBlock {
  const lowest = new Float32Array(COEFFICIENTS).fill(Infinity);
  const highest = new Float32Array(COEFFICIENTS).fill(-Infinity);
  for (const [index, value] of values.entries()) {
    const wave = index % COEFFICIENTS;
    lowest[wave] = Math.min(lowest[wave]!, value);
    highest[wave] = Math.max(highest[wave]!, value);
  }
  const steps = highest.map((value, wave) => (value - lowest[wave]!) / MAX_BYTE);
  const bytes = Uint8Array.from(values, (value, index) => {
    const wave = index % COEFFICIENTS;
    return steps[wave]! > 0 ? Math.round((value - lowest[wave]!) / steps[wave]!) : 0;
  });
  return { lowest, steps, bytes };
}

/** Computes the acoustic features of streamed audio. @param sampleRate of the pushed samples */
export function createFeatureReader(sampleRate: number) {
  const factor = Math.max(1, Math.round(sampleRate / WANTED_RATE));
  const rate = sampleRate / factor;
  const hop = rate / FRAMES_A_SECOND;
  const bands = melBands(rate);
  const window = Float32Array.from(
    { length: SIZE },
    (_, index) => 0.54 - 0.46 * Math.cos((2 * Math.PI * index) / (SIZE - 1)),
  );
  const waves = Array.from({ length: COEFFICIENTS }, (_, wave) =>
    Float32Array.from({ length: BANDS }, (_band, band) => Math.cos((Math.PI * wave * (band + 0.5)) / BANDS)),
  );
  const powerOf = createPower();
  const frame = new Float32Array(SIZE);
  const logs = new Float32Array(BANDS);
  const blocks: FeatureBlock[] = [];
  const block = new Float32Array(COEFFICIENTS * BLOCK_FRAMES);
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
    for (let wave = 0; wave < COEFFICIENTS; wave += 1) {
      let value = 0;
      const cosines = waves[wave]!;
      for (let band = 0; band < BANDS; band += 1) value += cosines[band]! * logs[band]!;
      block[position * COEFFICIENTS + wave] = value;
    }
    frames += 1;
    if (position === BLOCK_FRAMES - 1) blocks.push(packBlock(block));
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
    end(): AcousticFeatures {
      const rest = frames % BLOCK_FRAMES;
      if (rest > 0) blocks.push(packBlock(block.subarray(0, rest * COEFFICIENTS)));
      return { frames, blocks };
    },
  };
}
