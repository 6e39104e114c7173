import ical, { type ICalEventData, ICalEventStatus, ICalEventTransparency } from 'ical-generator';
import { type Release, releaseStatuses } from '#contract/releases/releases';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Earlier events are not in the file, so that its size is limited. */
const DAYS_BACK = 366;
/** The interval in seconds in which calendar programs should read the file again. */
const REFRESH_SECONDS = 60 * 60;

export interface CalendarSite {
  /** The name of the calendar. */
  readonly name: string;
  /** The public address of the server without a trailing slash; blank if it is not set. */
  readonly address: string;
}

/** A time of a release. */
interface ReleaseEvent {
  readonly at: string | null;
  /** Part of the identity of the event, so it never changes. */
  readonly kind: 'publish' | 'end';
  readonly text: string;
  readonly status: ICalEventStatus;
}

/** Returns the start and the end of a release: planned, failed, or as they happened. */
function eventsOf(release: Release): readonly ReleaseEvent[] {
  const { status, publish_at, published_at, ends_at, rolled_back_at } = release;
  const { CONFIRMED, TENTATIVE, CANCELLED } = ICalEventStatus;
  const start: ReleaseEvent =
    published_at === null
      ? {
          at: publish_at,
          kind: 'publish',
          text: releaseStatuses[status].label,
          status: status === 'failed' ? CANCELLED : TENTATIVE,
        }
      : { at: published_at, kind: 'publish', text: releaseStatuses.published.label, status: CONFIRMED };
  const end: ReleaseEvent =
    rolled_back_at === null
      ? { at: ends_at, kind: 'end', text: 'Ends', status: status === 'failed' ? CANCELLED : TENTATIVE }
      : { at: rolled_back_at, kind: 'end', text: releaseStatuses.rolled_back.label, status: CONFIRMED };
  return [start, end];
}

/** Removes control characters, which iCalendar does not permit. */
const printable = (text: string): string => text.replaceAll(/[^\P{Cc}\n]/gu, '');

function toEvent(
  release: Release,
  { at, kind, text, status }: ReleaseEvent,
  { address }: CalendarSite,
): ICalEventData {
  return {
    // The time of creation distinguishes the releases of several servers in one calendar.
    id: `release-${release.id}-${Date.parse(release.created_at)}-${kind}@lectern`,
    sequence: release.version,
    stamp: release.updated_at,
    created: release.created_at,
    lastModified: release.updated_at,
    start: at ?? '',
    summary: printable(`${release.name}: ${text}`),
    ...(release.note !== '' && { description: printable(release.note) }),
    ...(address !== '' && { url: `${address}/releases/${release.id}` }),
    status,
    transparency: ICalEventTransparency.TRANSPARENT,
  };
}

/**
 * Returns releases as an iCalendar file (RFC 5545). Each start and end is an event without a duration, in UTC.
 * @param now the time in milliseconds
 */
export function toICalendar(releases: readonly Release[], site: CalendarSite, now: number): string {
  const from = new Date(now - DAYS_BACK * DAY_MS).toISOString();
  const calendar = ical({
    name: printable(site.name),
    prodId: { company: 'Lectern', product: 'Releases', language: 'EN' },
    ttl: REFRESH_SECONDS,
    events: releases.flatMap((release) =>
      eventsOf(release)
        .filter(({ at }) => at !== null && at >= from)
        .map((event) => toEvent(release, event, site)),
    ),
  });
  return `${calendar.toString()}\r\n`;
}
