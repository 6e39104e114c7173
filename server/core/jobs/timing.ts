/** Milliseconds. */
export interface JobTiming {
  /** How long a job stays with a process that does not say that it lives. */
  readonly lease: number;
  /** How often the lease is renewed. */
  readonly beat: number;
  /** How often progress is written, and asked whether a job should end. */
  readonly look: number;
  /** Between two looks for work when there is none. */
  readonly idle: number;
  /** Before the second attempt and before the third. */
  readonly pauses: readonly number[];
  /** How long a process that stops waits for its handlers to end. */
  readonly stop: number;
}

export const jobTiming: JobTiming = {
  lease: 30_000,
  beat: 5_000,
  look: 1_000,
  idle: 1_000,
  pauses: [10_000, 60_000],
  stop: 5_000,
};

export const isoIn = (milliseconds = 0): string => new Date(Date.now() + milliseconds).toISOString();
