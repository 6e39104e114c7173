/** All times are in milliseconds. */
export interface JobTiming {
  /** The time after which a job is released if its process does not renew the lease. */
  readonly lease: number;
  /** The interval at which the lease is renewed. */
  readonly beat: number;
  /** The interval at which progress is written and cancellation is checked. */
  readonly poll: number;
  /** The interval at which an idle process polls for jobs. */
  readonly idle: number;
  /** The pauses before the second and the third attempt. */
  readonly pauses: readonly number[];
  /** The time for which a stopping process waits for its handlers. */
  readonly stop: number;
}

export const jobTiming: JobTiming = {
  lease: 30_000,
  beat: 5_000,
  poll: 1_000,
  idle: 1_000,
  pauses: [10_000, 60_000],
  stop: 5_000,
};

export const isoIn = (milliseconds = 0): string => new Date(Date.now() + milliseconds).toISOString();
