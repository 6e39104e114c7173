import type { ReleaseRow } from '#server/core/db/tables/releases';

const MINUTE_MS = 60_000;

/** A release that was not published or rolled back within this time is late. */
export const LATE_MS = 2 * MINUTE_MS;

const UNITS = [
  ['day', 24 * 60 * MINUTE_MS],
  ['hour', 60 * MINUTE_MS],
  ['minute', MINUTE_MS],
] as const;

/** Returns a duration as text, such as “14 minutes”. A larger unit is used from twice its length. */
export function durationText(ms: number): string {
  const [unit, unitMs] = UNITS.find(([, size]) => ms >= 2 * size) ?? ['minute', MINUTE_MS];
  return new Intl.NumberFormat('en', {
    style: 'unit',
    unit,
    unitDisplay: 'long',
    maximumFractionDigits: 0,
  }).format(Math.floor(ms / unitMs));
}

/** Returns the time at which a release is published, or rolled back if it is published. */
export const dueTimeOf = ({
  status,
  publish_at,
  ends_at,
}: Pick<ReleaseRow, 'status' | 'publish_at' | 'ends_at'>): string | null =>
  status === 'published' ? ends_at : publish_at;

/** Returns how late a release is at a time, in milliseconds. */
export const latenessOf = (
  release: Pick<ReleaseRow, 'status' | 'publish_at' | 'ends_at'>,
  now: string,
): number => Date.parse(now) - Date.parse(dueTimeOf(release) ?? now);
