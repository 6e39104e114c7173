/*
 * Loudness according to ITU-R BS.1770-5: a filter that models the head, mean squares of 400 ms blocks every 100 ms, and two gates.
 */

import { createTruePeak } from './true-peak.ts';

interface Biquad {
  readonly b0: number;
  readonly b1: number;
  readonly b2: number;
  readonly a1: number;
  readonly a2: number;
}

/** Returns the two filters of the recommendation, which defines them for 48 kHz, for any rate. */
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

/** A smaller filter state becomes 0, because processors are slow with denormal numbers. */
const INAUDIBLE = 1e-20;
const unlessInaudible = (state: number): number => (Math.abs(state) < INAUDIBLE ? 0 : state);

/** Returns the weights of both filters as one recurrence, so that the processor computes several samples in parallel. */
function weightsFor(rate: number): Float64Array {
  const [shelf, pass] = filtersFor(rate);
  return Float64Array.of(
    shelf.b0,
    shelf.b1 - shelf.a1 * shelf.b0,
    shelf.b2 - shelf.a2 * shelf.b0,
    shelf.a1,
    shelf.a2,
    pass.b1 - pass.a1 * pass.b0,
    pass.b2 - pass.a2 * pass.b0,
    pass.a1,
    pass.a2,
  );
}

/** Filters the samples from `from` to before `to` and adds their squares. `state` contains the filter state. */
function applyFilter(
  weights: Float64Array,
  {
    state,
    samples,
    from,
    to,
  }: {
    readonly state: Float64Array;
    readonly samples: Float32Array;
    readonly from: number;
    readonly to: number;
  },
): number {
  const [b0 = 0, b1 = 0, b2 = 0, a1 = 0, a2 = 0, d1 = 0, d2 = 0, c1 = 0, c2 = 0] = weights;
  let [s1 = 0, s2 = 0, p1 = 0, p2 = 0] = state;
  let sum = 0;
  for (let index = from; index < to; index += 1) {
    const x = samples[index] ?? 0;
    const y = b0 * x + s1;
    const s = b1 * x + s2 - a1 * s1;
    s2 = b2 * x - a2 * s1;
    s1 = s;
    const z = y + p1;
    const p = d1 * y + p2 - c1 * p1;
    p2 = d2 * y - c2 * p1;
    p1 = p;
    sum += z * z;
  }
  state[0] = unlessInaudible(s1);
  state[1] = unlessInaudible(s2);
  state[2] = unlessInaudible(p1);
  state[3] = unlessInaudible(p2);
  return sum;
}

const ABSOLUTE_GATE = -70;
const RELATIVE_GATE = -10;
const BLOCK_STEPS = 4;

const toLufs = (power: number): number => -0.691 + 10 * Math.log10(power);
const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

export interface Loudness {
  /** LUFS of the whole audio; null for silence. */
  readonly integrated: number | null;
  /** dBTP; null for silence. */
  readonly truePeak: number | null;
}

/** Measures streamed audio. All channels have the same weight, like left and right. */
export function createLoudnessMeter(rate: number, channelCount: number) {
  const weights = weightsFor(rate);
  const states = Array.from({ length: channelCount }, () => new Float64Array(4));
  const peaks = Array.from({ length: channelCount }, () => createTruePeak());
  const step = Math.round(rate / 10);
  const steps: number[] = [];
  let energy = 0;
  let filledSamples = 0;

  return {
    push(channels: readonly Float32Array[]): void {
      const length = channels[0]?.length ?? 0;
      channels.forEach((samples, channel) => peaks[channel]?.push(samples));
      for (let from = 0; from < length; ) {
        const to = Math.min(length, from + step - filledSamples);
        for (const [channel, state] of states.entries()) {
          const samples = channels[channel];
          if (samples) energy += applyFilter(weights, { state, samples, from, to });
        }
        filledSamples += to - from;
        from = to;
        if (filledSamples < step) continue;
        steps.push(energy / step);
        energy = 0;
        filledSamples = 0;
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
