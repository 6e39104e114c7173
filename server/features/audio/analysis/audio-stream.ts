/** A piece of decoded audio: an equal number of samples of each channel, -1 to 1. */
export interface Audio {
  readonly sampleRate: number;
  readonly channels: readonly Float32Array[];
  /** Number of samples before this piece that were not decoded. Only the first piece has it. */
  readonly skippedSamples?: number;
}

/** Decoded audio, piece by piece. */
export type AudioStream = AsyncIterable<Audio>;
