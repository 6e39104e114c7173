/* Changes the sample rate of streamed audio by filtered interpolation. */

/** Crossings of zero of the filter on either side. */
const CROSSINGS = 8;
/** Positions between two samples that are distinguished. */
const PHASES = 64;

/** Returns the weights of the samples around a position between two samples, for each phase. */
function createWeights(scale: number, reach: number): Float32Array[] {
  return Array.from({ length: PHASES }, (_, phase) => {
    const weights = Float32Array.from({ length: 2 * reach }, (_weight, index) => {
      const distance = index - reach + 1 - phase / PHASES;
      const x = (Math.PI * distance) / scale;
      const sinc = x === 0 ? 1 : Math.sin(x) / x;
      return Math.abs(distance) > reach ? 0 : sinc * Math.cos((Math.PI * distance) / (2 * reach)) ** 2;
    });
    const sum = weights.reduce((total, weight) => total + weight, 0);
    return weights.map((weight) => weight / sum);
  });
}

/** Returns a function that converts the samples of a recording, piece by piece. */
export function createResampler(from: number, to: number): (samples: Float32Array) => Float32Array {
  if (from === to) return (samples) => samples;
  const step = from / to;
  const scale = Math.max(1, step);
  const reach = Math.ceil(CROSSINGS * scale);
  const weightsByPhase = createWeights(scale, reach);
  /** Samples that later results need. */
  let buffer = new Float32Array(reach);
  /** Position of the next result in the buffer. */
  let position = reach;
  return (samples) => {
    const allSamples = new Float32Array(buffer.length + samples.length);
    allSamples.set(buffer);
    allSamples.set(samples, buffer.length);
    const count = Math.max(0, Math.ceil((allSamples.length - reach - 1 - position) / step));
    const result = new Float32Array(count);
    for (let index = 0; index < count; index += 1) {
      const center = position + index * step;
      const whole = Math.floor(center);
      const weights = weightsByPhase[Math.floor((center - whole) * PHASES)]!;
      const first = whole - reach + 1;
      let sum = 0;
      for (let tap = 0; tap < weights.length; tap += 1) sum += weights[tap]! * allSamples[first + tap]!;
      result[index] = sum;
    }
    position += count * step;
    const surplus = Math.max(0, Math.floor(position) - reach);
    buffer = allSamples.slice(surplus);
    position -= surplus;
    return result;
  };
}
