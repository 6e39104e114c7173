import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { openStatuses, type Release, releaseStatuses } from '#contract/releases/releases';
import { useLocale } from '#web/core/components/use-locale.ts';
import { ReleaseTime } from '../release-time.tsx';
import { timeOfDayInZone } from '../zoned-time.ts';
import type { CalendarEntry } from './calendar-entries.ts';
import type { CalendarItemProps } from './calendar-item.tsx';
import { timelineAddress } from './timeline-address.ts';
import { useEventName } from './use-event-name.ts';
import type { ScheduleTarget } from './use-move-entry.ts';

export interface CalendarItemOptions {
  readonly schedule: (target: ScheduleTarget) => void;
  /** True if the user can change schedules. */
  readonly mayPublish: boolean;
}

/** Returns functions that describe entries and drafts in the calendar. */
export function useCalendarItems({ schedule, mayPublish }: CalendarItemOptions) {
  const { t } = useTranslation();
  const locale = useLocale();

  const eventName = useEventName();

  const itemOf = (entry: CalendarEntry): CalendarItemProps => {
    const { id, release, at, movable } = entry;
    const event = eventName(entry);
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
      preview: timelineAddress(at),
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
