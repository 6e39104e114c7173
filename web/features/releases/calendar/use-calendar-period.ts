import { useState } from 'react';
import { useAddress } from '#web/core/components/use-address.ts';
import { useLocale } from '#web/core/components/use-locale.ts';
import { localTimeOf } from '#contract/releases/time-zones';
import { browserTimeZone, formatDay, formatDays } from '../zoned-time.ts';
import {
  addDays,
  addMonths,
  type CalendarPeriod,
  endOfWeek,
  isDay,
  isSamePeriod,
  startOfWeek,
} from './calendar-days.ts';

/** Returns the shown period, which the address contains, and the day that has the focus of the grid. */
export function useCalendarPeriod() {
  const locale = useLocale();
  const { parameters, write } = useAddress();
  const period: CalendarPeriod = parameters.get('period') === 'week' ? 'week' : 'month';
  const [today] = useState(() => localTimeOf(new Date().toISOString(), browserTimeZone()).slice(0, 10));
  const date = parameters.get('date') ?? '';
  /** A day of the shown period. */
  const anchor = isDay(date) ? date : today;
  const [active, setActive] = useState(anchor);

  const show = (day: string, replace = false) => {
    setActive(day);
    write({ date: day === today ? '' : day }, { replace });
  };
  return {
    period,
    today,
    anchor,
    active,
    title:
      period === 'month'
        ? formatDay(locale, anchor, 'month')
        : formatDays(locale, startOfWeek(anchor), endOfWeek(anchor)),
    contains: (day: string) => isSamePeriod(day, anchor, period),
    setPeriod: (next: CalendarPeriod) =>
      write({ period: next === 'week' ? next : '', date: active === today ? '' : active }),
    step: (direction: -1 | 1) =>
      show(period === 'month' ? addMonths(anchor, direction) : addDays(anchor, direction * 7)),
    showToday: () => show(today),
    /** Selects a day of the grid. A day of another period shows that period if the user moved there by keyboard. */
    activate: (day: string, isByKey: boolean) =>
      isByKey && !isSamePeriod(day, anchor, period) ? show(day, true) : setActive(day),
  };
}
