/** Milliseconds. */
export interface JobTiming {
  /** The time after which a job is released by a process that does not renew its lease. */
  readonly lease: number;
  /** The interval at which the lease is renewed. */
  readonly beat: number;
  /** The interval at which progress is written, and cancellation checked. */
  readonly look: number;
  /** Between two looks for work when there is none. */
  readonly idle: number;
  /** Before the second attempt and before the third. */
  readonly pauses: readonly number[];
  /** The time for which a stopping process waits for its handlers to end. */
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
