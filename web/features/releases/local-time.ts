import { utcTimesOf } from '#contract/releases/time-zones';

/** A time that the user enters in a time zone. */
export interface LocalTime {
  /** `2026-07-01T09:00`; blank without a time. */
  readonly local: string;
  /** The chosen one of two times in an hour that a clock change repeats. */
  readonly occurrence: 0 | 1 | undefined;
}

export type LocalTimeProblem = 'timeRequired' | 'skipped' | 'repeated' | 'past';

export type LocalTimeResult =
  | { readonly at: string; readonly problem?: undefined }
  | { readonly at?: undefined; readonly problem: LocalTimeProblem };

/** Converts an entered time to UTC, or returns the reason why it is not unique or does not exist. */
export function toUtc({ local, occurrence }: LocalTime, zone: string): LocalTimeResult {
  if (local === '') return { problem: 'timeRequired' };
  const times = utcTimesOf(local, zone);
  const [first, second] = times;
  if (first === undefined) return { problem: 'skipped' };
  if (second === undefined) return { at: first };
  const time = occurrence === undefined ? undefined : times[occurrence];
  return time === undefined ? { problem: 'repeated' } : { at: time };
}

/** Like `toUtc`, and rejects times that are not in the future. */
export function toFutureUtc(time: LocalTime, zone: string, now: number): LocalTimeResult {
  const result = toUtc(time, zone);
  return result.at !== undefined && Date.parse(result.at) <= now ? { problem: 'past' } : result;
}
