import { openStatuses, type Release } from '#contract/releases/releases';
import { localTimeOf } from '#contract/releases/time-zones';

/** The times of a release that the calendar shows. */
const timeFields = ['publish_at', 'published_at', 'ends_at', 'rolled_back_at'] as const;
export type TimeField = (typeof timeFields)[number];
export type PlannedField = Extract<TimeField, 'publish_at' | 'ends_at'>;

export interface CalendarEntry {
  readonly id: string;
  readonly release: Release;
  readonly at: string;
  /** The day in the time zone of the release. */
  readonly day: string;
  readonly field: TimeField;
  /** The planned time that can be moved to another day; undefined for others. */
  readonly movable: PlannedField | undefined;
}

/** Returns a time unless a later event replaces it: a published release has no planned time, and one that was rolled back has no end. */
function shownTime(release: Release, field: TimeField): string | null {
  if (field === 'publish_at' && release.published_at !== null) return null;
  if (field === 'ends_at' && release.rolled_back_at !== null) return null;
  return release[field];
}

/** Returns the entries of releases, the earliest first. */
export const entriesOf = (releases: readonly Release[]): readonly CalendarEntry[] =>
  releases
    .flatMap((release) =>
      timeFields.flatMap((field): CalendarEntry[] => {
        const time = shownTime(release, field);
        if (time === null) return [];
        const isPlanned = field === 'publish_at' || field === 'ends_at';
        return [
          {
            id: `${field}-${release.id}`,
            release,
            at: time,
            day: localTimeOf(time, release.time_zone).slice(0, 10),
            field,
            movable: isPlanned && openStatuses.includes(release.status) ? field : undefined,
          },
        ];
      }),
    )
    .toSorted((entry, otherEntry) => entry.at.localeCompare(otherEntry.at));

/** Returns the releases that can be scheduled and have no time yet. */
export const unscheduledOf = (releases: readonly Release[]): readonly Release[] =>
  releases.filter(({ status, publish_at }) => status === 'draft' && publish_at === null);
