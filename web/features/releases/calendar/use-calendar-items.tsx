import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { openStatuses, type Release, type ReleaseStatus, releaseStatuses } from '#contract/releases/releases';
import { useLocale } from '#web/core/components/use-locale.ts';
import { ReleaseTime } from '../release-time.tsx';
import { timeOfDayInZone } from '../zoned-time.ts';
import type { CalendarEntry, TimeField } from './calendar-entries.ts';
import type { CalendarItemProps } from './calendar-item.tsx';
import type { ScheduleTarget } from './use-move-entry.ts';

const pastStatuses: Readonly<Partial<Record<TimeField, ReleaseStatus>>> = {
  published_at: 'published',
  rolled_back_at: 'rolled_back',
};

export interface CalendarItemOptions {
  readonly schedule: (target: ScheduleTarget) => void;
  /** True if the user can change schedules. */
  readonly mayPublish: boolean;
}

/** Returns functions that describe entries and drafts in the calendar. */
export function useCalendarItems({ schedule, mayPublish }: CalendarItemOptions) {
  const { t } = useTranslation();
  const locale = useLocale();

  /** Returns what happens at the time of an entry, such as "Scheduled" or "Ends". */
  const eventOf = ({ field, release }: CalendarEntry) =>
    field === 'ends_at' ? t('releases.ends') : releaseStatuses[pastStatuses[field] ?? release.status].label;

  const itemOf = (entry: CalendarEntry): CalendarItemProps => {
    const { id, release, at, movable } = entry;
    const event = eventOf(entry);
    return {
      id,
      release,
      text: `${event}, ${timeOfDayInZone(locale, at, release.time_zone)}`,
      details: (
        <>
          <Details name={release.name} event={event} />
          <ReleaseTime at={at} zone={release.time_zone} />
        </>
      ),
      schedule:
        mayPublish && movable !== undefined
          ? { label: t('releases.moveTo'), onSelect: () => schedule({ release }) }
          : undefined,
    };
  };

  const draftItemOf = (release: Release): CalendarItemProps => ({
    id: `draft-${release.id}`,
    release,
    text: t('releases.changeCount', { count: release.change_count }),
    details: <Details name={release.name} event={releaseStatuses[release.status].label} />,
    schedule:
      mayPublish && openStatuses.includes(release.status)
        ? { label: t('releases.schedule'), onSelect: () => schedule({ release }) }
        : undefined,
  });

  return { itemOf, draftItemOf };
}

function Details({ name, event }: { readonly name: string; readonly event: string }) {
  return (
    <Text size="sm" c="var(--mantine-color-text)">
      <strong>{name}</strong> · {event}
    </Text>
  );
}
