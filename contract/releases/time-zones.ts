/** Returns true for an IANA time zone that the runtime knows. */
export function isTimeZone(name: string): boolean {
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    return timeZone !== '' && /^(?:[A-Za-z_]+\/|UTC$)/.test(name);
  } catch {
    return false;
  }
}

/** Creating a format takes longer than using it, and calendars use a few for all their times. */
const wallClocks = new Map<string, Intl.DateTimeFormat>();

/** Returns the local time of a time zone, as if it were UTC. The Swedish format is that of ISO 8601 with a blank. */
function wallClockOf(time: number, timeZone: string): number {
  const format =
    wallClocks.get(timeZone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  wallClocks.set(timeZone, format);
  return Date.parse(`${format.format(time).replace(' ', 'T')}Z`);
}

/** Returns the offset of a time zone from UTC at a time, in milliseconds. */
export const offsetAt = (time: number, timeZone: string): number =>
  wallClockOf(time, timeZone) - Math.floor(time / 1000) * 1000;

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Converts a local time to UTC.
 * @param local `2026-07-01T09:00`
 * @returns no time for an hour that a clock change skips, and two times for an hour that it repeats, the earlier one first
 */
export function utcTimesOf(local: string, timeZone: string): string[] {
  const localMs = Date.parse(`${local}Z`);
  if (Number.isNaN(localMs)) return [];
  const offsets = new Set([-1, 0, 1].map((days) => offsetAt(localMs + days * DAY_MS, timeZone)));
  return [...offsets]
    .map((offset) => localMs - offset)
    .filter((time) => wallClockOf(time, timeZone) === localMs)
    .toSorted((a, b) => a - b)
    .map((time) => new Date(time).toISOString());
}

/** Returns the local time of a time zone, as `2026-07-01T09:00`. */
export const localTimeOf = (time: string, timeZone: string): string =>
  new Date(wallClockOf(Date.parse(time), timeZone)).toISOString().slice(0, 16);
