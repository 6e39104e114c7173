/** A piece of decoded audio: an equal number of samples of each channel, -1 to 1. */
export interface Audio {
  readonly sampleRate: number;
  readonly channels: readonly Float32Array[];
  /** Number of samples before this piece that were not decoded. Only the first piece has it. */
  readonly skippedSamples?: number;
}

/** Returns the mean of the channels. */
export function toMono(channels: readonly Float32Array[]): Float32Array {
  const [first = new Float32Array()] = channels;
  if (channels.length === 1) return first;
  const mono = new Float32Array(first.length);
  const share = 1 / channels.length;
  for (const samples of channels)
    for (let index = 0; index < mono.length; index += 1)
      mono[index] = (mono[index] ?? 0) + (samples[index] ?? 0) * share;
  return mono;
}

/** Decoded audio, piece by piece. */
export type AudioStream = AsyncIterable<Audio>;
