/** Some sound, decoded: as many samples of each channel, -1 to 1. */
export interface Audio {
  readonly sampleRate: number;
  readonly channels: readonly Float32Array[];
}

/** A sound as it is decoded, bit by bit. */
export type AudioStream = AsyncIterable<Audio>;
