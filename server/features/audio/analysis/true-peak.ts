const TAPS = 12;
const HALF = TAPS / 2;

/** Returns the weights of a windowed sinc, at the share `part` between two samples. */
const weightsAt = (fraction: number): number[] =>
  Array.from({ length: TAPS }, (_, tap) => {
    const x = tap - HALF + 1 - fraction;
    const sinc = x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
    return sinc * (0.5 + 0.5 * Math.cos((Math.PI * x) / HALF));
  });

/*
 * The weights at one half are symmetric, and those at three quarters are those at one quarter reversed. So samples are combined in pairs
 * from both ends, as sums and differences, which halves the multiplications.
 */
const middle = Float64Array.from(weightsAt(1 / 2).slice(0, HALF));
const quarter = weightsAt(1 / 4);
const even = Float64Array.from(
  { length: HALF },
  (_, tap) => ((quarter[tap] ?? 0) + (quarter[TAPS - 1 - tap] ?? 0)) / 2,
);
const odd = Float64Array.from(
  { length: HALF },
  (_, tap) => ((quarter[tap] ?? 0) - (quarter[TAPS - 1 - tap] ?? 0)) / 2,
);

/** Between two samples the signal exceeds both by at most this share of the steepest nearby step. */
const RISE = 0.5;
/** Number of samples skipped at once when none of them can contain the maximum. */
const BLOCK = 256;

/** Returns the highest value between sample `at - HALF` and the next one, at each quarter. */
function heightBetween(samples: Float32Array, index: number): number {
  let center = 0;
  let sums = 0;
  let differences = 0;
  for (let tap = 0; tap < HALF; tap += 1) {
    const early = samples[index - TAPS + 1 + tap] ?? 0;
    const late = samples[index - tap] ?? 0;
    center += (middle[tap] ?? 0) * (early + late);
    sums += (even[tap] ?? 0) * (early + late);
    differences += (odd[tap] ?? 0) * (early - late);
  }
  return Math.max(Math.abs(center), Math.abs(sums) + Math.abs(differences));
}

/** Measures the true peak according to ITU-R BS.1770-5: the maximum between samples, interpolated at four times the rate. */
export function createTruePeak() {
  const OVERLAP = TAPS - 1;
  let joinedSamples = new Float32Array(OVERLAP);
  let highest = 0;

  /** Checks the values between the samples from `from` to `to`. Each sample needs as many preceding ones as there are taps. */
  function findPeak(samples: Float32Array, from: number, to: number): void {
    let top = highest;
    for (let start = from; start < to; start += BLOCK) {
      const end = Math.min(to, start + BLOCK);
      let steepest = 0;
      let height = 0;
      let before = samples[start - OVERLAP] ?? 0;
      for (let index = start - OVERLAP; index < end; index += 1) {
        const sample = samples[index] ?? 0;
        const step = Math.abs(sample - before);
        const high = Math.abs(sample);
        if (step > steepest) steepest = step;
        if (high > height) height = high;
        before = sample;
      }
      if (height > top) top = height;
      const rise = RISE * steepest;
      if (height + rise <= top || height === 0) continue;
      for (let index = start; index < end; index += 1) {
        // The interpolated position is half the taps back.
        const early = Math.abs(samples[index - HALF] ?? 0);
        const late = Math.abs(samples[index - HALF + 1] ?? 0);
        if ((early > late ? early : late) + rise <= top) continue;
        const between = heightBetween(samples, index);
        if (between > top) top = between;
      }
    }
    highest = top;
  }

  return {
    push(samples: Float32Array): void {
      const length = OVERLAP + samples.length;
      if (joinedSamples.length < length) {
        const larger = new Float32Array(length);
        larger.set(joinedSamples.subarray(0, OVERLAP));
        joinedSamples = larger;
      }
      joinedSamples.set(samples, OVERLAP);
      findPeak(joinedSamples, OVERLAP, length);
      joinedSamples.copyWithin(0, length - OVERLAP, length);
    },
    highest: () => highest,
  };
}
