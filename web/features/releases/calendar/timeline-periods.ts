import type { Release } from '#contract/releases/releases';
import { type CalendarEntry, entriesOf } from './calendar-entries.ts';

/** A time in which the same releases are live. */
export interface TimelinePeriod {
  /** Undefined before the first release. */
  readonly start: string | undefined;
  /** Undefined after the last known change. */
  readonly end: string | undefined;
  /** The times of releases that start the period. */
  readonly entries: readonly CalendarEntry[];
  /** The releases that are live, the latest first. Archived ones are part of the catalogue. */
  readonly live: readonly Release[];
  readonly phase: 'past' | 'current' | 'future';
}

/** Returns true for a time that changes, or changed, what apps show. A failed release has none. */
const changesApps = ({ field, release: { status, failure } }: CalendarEntry): boolean => {
  if (field === 'publish_at') return status === 'scheduled';
  return field !== 'ends_at' || status === 'scheduled' || (status === 'published' && failure === null);
};

/** Returns the periods between the times of releases, the earliest first. @param now ISO 8601 in UTC */
export function periodsOf(releases: readonly Release[], now: string): readonly TimelinePeriod[] {
  const entries = entriesOf(releases).filter(changesApps);
  const times = [undefined, ...new Set(entries.map(({ at }) => at))];
  return times.map((start, index): TimelinePeriod => {
    const end = times[index + 1];
    const before = entries.filter(({ at }) => start !== undefined && at <= start);
    const isStart = ({ field }: CalendarEntry) => field === 'publish_at' || field === 'published_at';
    const endedIds = new Set(before.filter((entry) => !isStart(entry)).map(({ release }) => release.id));
    const live = before
      .filter(
        (entry) => isStart(entry) && !endedIds.has(entry.release.id) && entry.release.status !== 'archived',
      )
      .map(({ release }) => release)
      .toReversed();
    return {
      start,
      end,
      entries: before.filter(({ at }) => at === start),
      live,
      phase:
        end !== undefined && end <= now ? 'past' : start !== undefined && start > now ? 'future' : 'current',
    };
  });
}
