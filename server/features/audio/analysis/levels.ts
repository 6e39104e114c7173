const A_SECOND = 100;
const MINUTES = 60 * A_SECOND;

/** The lowest level in decibels, and the number of steps per decibel. */
const LOWEST_DB = -120;
const STEPS = 2;

export const toDb = (level: number): number => level / STEPS + LOWEST_DB;
export const toLevel = (db: number): number => (db - LOWEST_DB) * STEPS;

export interface Levels {
  /** The highest sample of each hundredth of a second, 0 to 255. */
  readonly peaks: Uint8Array;
  /** Loudness of each hundredth of a second, in half decibels above -120. */
  readonly levels: Uint8Array;
}

/** Measures the highest sample and the level of each hundredth of a second in streamed audio. */
export function createLevelMeter(sampleRate: number) {
  const hop = sampleRate / A_SECOND;
  let peaks = new Uint8Array(MINUTES);
  let levels = new Uint8Array(MINUTES);
  let length = 0;
  let position = 0;
  let next = hop;
  let sum = 0;
  let count = 0;
  let peak = 0;

  function emit(): void {
    if (length === peaks.length) {
      peaks = growBuffer(peaks);
      levels = growBuffer(levels);
    }
    peaks[length] = Math.min(255, Math.round(peak * 255));
    const db = 10 * Math.log10(sum / Math.max(1, count) + 1e-12);
    levels[length] = Math.max(0, Math.min(240, Math.round(toLevel(db))));
    length += 1;
    sum = 0;
    count = 0;
    peak = 0;
    next += hop;
  }

  return {
    push(samples: Float32Array): void {
      for (let index = 0; index < samples.length; ) {
        const end = Math.min(samples.length, index + Math.ceil(next - position));
        count += end - index;
        position += end - index;
        let highest = peak;
        let power = sum;
        for (; index < end; index += 1) {
          const sample = samples[index] ?? 0;
          const height = Math.abs(sample);
          if (height > highest) highest = height;
          power += sample * sample;
        }
        peak = highest;
        sum = power;
        if (position >= next) emit();
      }
    },
    /** Number of samples so far. */
    position: () => position,
    end(): Levels {
      if (count > 0) emit();
      return { peaks: peaks.subarray(0, length), levels: levels.subarray(0, length) };
    },
  };
}

function growBuffer(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(bytes.length * 2);
  larger.set(bytes);
  return larger;
}
