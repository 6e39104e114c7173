import { useTranslation } from 'react-i18next';
import { type ReleaseStatus, releaseStatuses } from '#contract/releases/releases';
import type { CalendarEntry, TimeField } from './calendar-entries.ts';

const pastStatuses: Readonly<Partial<Record<TimeField, ReleaseStatus>>> = {
  published_at: 'published',
  rolled_back_at: 'rolled_back',
};

/** Returns a function that names what happens at the time of an entry, such as "Scheduled" or "Ends". */
export function useEventName() {
  const { t } = useTranslation();
  return ({ field, release }: CalendarEntry): string =>
    field === 'ends_at' ? t('releases.ends') : releaseStatuses[pastStatuses[field] ?? release.status].label;
}
