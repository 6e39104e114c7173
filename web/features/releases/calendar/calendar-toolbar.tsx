import '@mantine/core/styles/SegmentedControl.layer.css';
import { Button, SegmentedControl, Title } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { IconAction } from '#web/ui/icon-action.tsx';
import type { CalendarPeriod } from './calendar-days.ts';
import classes from './calendar.module.css';

export interface CalendarToolbarProps {
  /** The name of the shown period, such as "July 2026". */
  readonly title: string;
  readonly period: CalendarPeriod;
  readonly onStep: (direction: -1 | 1) => void;
  readonly onToday: () => void;
  readonly onPeriod: (period: CalendarPeriod) => void;
  readonly onSubscribe: () => void;
}

/** Chooses the shown month or week. */
export function CalendarToolbar(props: CalendarToolbarProps) {
  const { title, period, onStep, onToday, onPeriod, onSubscribe } = props;
  const { t } = useTranslation();
  const isMonth = period === 'month';
  const previous = t(isMonth ? 'releases.previousMonth' : 'releases.previousWeek');
  const next = t(isMonth ? 'releases.nextMonth' : 'releases.nextWeek');
  const icon = { size: 18, stroke: 1.7 };
  return (
    <div className={classes['toolbar']}>
      <Title order={2} size="h4" aria-live="polite" className={classes['title'] ?? ''}>
        {title}
      </Title>
      <div className={classes['steps']}>
        <IconAction
          label={previous}
          tooltip={previous}
          icon={<IconChevronLeft {...icon} />}
          onClick={() => onStep(-1)}
        />
        <Button variant="default" size="xs" onClick={onToday}>
          {t('releases.today')}
        </Button>
        <IconAction
          label={next}
          tooltip={next}
          icon={<IconChevronRight {...icon} />}
          onClick={() => onStep(1)}
        />
      </div>
      <SegmentedControl
        aria-label={t('releases.period')}
        value={period}
        onChange={(value) => onPeriod(value)}
        data={[
          { value: 'month', label: t('releases.month') },
          { value: 'week', label: t('releases.week') },
        ]}
      />
      <Button variant="default" size="xs" onClick={onSubscribe}>
        {t('releases.subscribe')}
      </Button>
    </div>
  );
}
