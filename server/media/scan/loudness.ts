/*
 * Loudness as ITU-R BS.1770-5 has it: a filter as the head hears, mean squares of blocks of 400 ms every 100 ms, and two gates.
 * True peak: the height between samples, by an interpolation of four times the rate.
 */

interface Biquad {
  readonly b0: number;
  readonly b1: number;
  readonly b2: number;
  readonly a1: number;
  readonly a2: number;
}

/** The two filters of the recommendation, which gives them for 48 kHz, for any rate. */
function filtersFor(rate: number): [Biquad, Biquad] {
  const shelf = () => {
    const k = Math.tan((Math.PI * 1681.974450955533) / rate);
    const q = 0.7071752369554196;
    const high = 10 ** (3.999843853973347 / 20);
    const band = high ** 0.4996667741545416;
    const a0 = 1 + k / q + k * k;
    return {
      b0: (high + (band * k) / q + k * k) / a0,
      b1: (2 * (k * k - high)) / a0,
      b2: (high - (band * k) / q + k * k) / a0,
      a1: (2 * (k * k - 1)) / a0,
      a2: (1 - k / q + k * k) / a0,
    };
  };
  const pass = () => {
    const k = Math.tan((Math.PI * 38.13547087602444) / rate);
    const q = 0.5003270373238773;
    const a0 = 1 + k / q + k * k;
    return { b0: 1, b1: -2, b2: 1, a1: (2 * (k * k - 1)) / a0, a2: (1 - k / q + k * k) / a0 };
  };
  return [shelf(), pass()];
}

/** Filters samples and adds up their squares, from `from` to before `to`. */
function createWeighing(rate: number) {
  const [shelf, pass] = filtersFor(rate);
  let [s1, s2, p1, p2] = [0, 0, 0, 0];
  return (samples: Float32Array, from: number, to: number): number => {
    let sum = 0;
    for (let at = from; at < to; at += 1) {
      const x = samples[at] ?? 0;
      const y = shelf.b0 * x + s1;
      s1 = shelf.b1 * x - shelf.a1 * y + s2;
      s2 = shelf.b2 * x - shelf.a2 * y;
      const z = pass.b0 * y + p1;
      p1 = pass.b1 * y - pass.a1 * z + p2;
      p2 = pass.b2 * y - pass.a2 * z;
      sum += z * z;
    }
    return sum;
  };
}

const TAPS = 12;
const PHASES = 4;

/** A windowed sinc, cut into four phases. */
const phases: readonly Float64Array[] = Array.from({ length: PHASES }, (_, phase) =>
  Float64Array.from({ length: TAPS }, (_unused, tap) => {
    const x = tap - TAPS / 2 + 1 - phase / PHASES;
    const sinc = x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
    return sinc * (0.5 + 0.5 * Math.cos((Math.PI * x) / (TAPS / 2)));
  }),
);

/** Between samples a sound is hardly higher than this many times its highest sample near by. */
const WORTH_A_LOOK = 0.6;

function createTruePeak() {
  const tail = new Float32Array(TAPS);
  let highest = 0;
  return {
    push(samples: Float32Array): void {
      const at = (index: number): number => (index < 0 ? tail[TAPS + index] : samples[index]) ?? 0;
      for (let index = 0; index < samples.length; index += 1) {
        const height = Math.abs(samples[index] ?? 0);
        if (height > highest) highest = height;
        if (height < WORTH_A_LOOK * highest || height === 0) continue;
        // The middle of the taps lies half their number back.
        for (let phase = 1; phase < PHASES; phase += 1) {
          const weights = phases[phase];
          let sum = 0;
          for (let tap = 0; tap < TAPS; tap += 1) sum += (weights?.[tap] ?? 0) * at(index - TAPS + 1 + tap);
          if (Math.abs(sum) > highest) highest = Math.abs(sum);
        }
      }
      const kept = samples.subarray(Math.max(0, samples.length - TAPS));
      tail.copyWithin(0, kept.length);
      tail.set(kept, TAPS - kept.length);
    },
    highest: () => highest,
  };
}

const ABSOLUTE_GATE = -70;
const RELATIVE_GATE = -10;
const BLOCK_STEPS = 4;

const toLufs = (power: number): number => -0.691 + 10 * Math.log10(power);
const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

export interface Loudness {
  /** LUFS over the whole; null for silence. */
  readonly integrated: number | null;
  /** dBTP; null for silence. */
  readonly truePeak: number | null;
}

/** Measures while the sound goes by. All channels count alike, as left and right do. */
export function createLoudnessMeter(rate: number, channelCount: number) {
  const weighings = Array.from({ length: channelCount }, () => createWeighing(rate));
  const peaks = Array.from({ length: channelCount }, () => createTruePeak());
  const step = Math.round(rate / 10);
  const steps: number[] = [];
  const sums = new Float64Array(channelCount);
  let filled = 0;

  return {
    push(channels: readonly Float32Array[]): void {
      const length = channels[0]?.length ?? 0;
      channels.forEach((samples, channel) => peaks[channel]?.push(samples));
      for (let from = 0; from < length; ) {
        const to = Math.min(length, from + step - filled);
        channels.forEach((samples, channel) => {
          sums[channel] = (sums[channel] ?? 0) + (weighings[channel]?.(samples, from, to) ?? 0);
        });
        filled += to - from;
        from = to;
        if (filled < step) continue;
        steps.push(sums.reduce((sum, value) => sum + value, 0) / step);
        sums.fill(0);
        filled = 0;
      }
    },
    end(): Loudness {
      const blocks = steps
        .slice(0, Math.max(0, steps.length - BLOCK_STEPS + 1))
        .map((_, index) => mean(steps.slice(index, index + BLOCK_STEPS)));
      const audible = blocks.filter((power) => toLufs(power) > ABSOLUTE_GATE);
      const highest = Math.max(0, ...peaks.map((peak) => peak.highest()));
      const truePeak = highest > 0 ? 20 * Math.log10(highest) : null;
      if (audible.length === 0) return { integrated: null, truePeak };
      const gate = toLufs(mean(audible)) + RELATIVE_GATE;
      return { integrated: toLufs(mean(audible.filter((power) => toLufs(power) > gate))), truePeak };
    },
  };
}
