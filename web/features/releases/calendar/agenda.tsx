import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '#web/core/components/use-locale.ts';
import { formatDay } from '../zoned-time.ts';
import type { CalendarEntry } from './calendar-entries.ts';
import classes from './calendar.module.css';

export interface AgendaProps {
  /** The entries of the period. */
  readonly entries: readonly CalendarEntry[];
  readonly today: string;
  readonly renderEntry: (entry: CalendarEntry) => ReactNode;
}

/** The entries of a period by day, for narrow screens. */
export function Agenda({ entries, today, renderEntry }: AgendaProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const days = [...new Set(entries.map(({ day }) => day))].toSorted();
  if (days.length === 0) return <Text c="dimmed">{t('releases.noneInPeriod')}</Text>;
  return days.map((day) => (
    <section key={day} className={classes['agendaDay']} aria-label={formatDay(locale, day, 'full')}>
      <Title order={3} size="h5" aria-current={day === today ? 'date' : undefined}>
        {formatDay(locale, day, 'full')}
      </Title>
      {entries.filter((entry) => entry.day === day).map((entry) => renderEntry(entry))}
    </section>
  ));
}
