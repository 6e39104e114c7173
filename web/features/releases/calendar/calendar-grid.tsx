import { useDroppable } from '@dnd-kit/core';
import { Text, VisuallyHidden } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '#web/core/components/use-locale.ts';
import { formatDay } from '../zoned-time.ts';
import { type CalendarPeriod, dayOfKey, isSamePeriod, weeksOf } from './calendar-days.ts';
import type { CalendarEntry } from './calendar-entries.ts';
import classes from './calendar.module.css';

export interface CalendarGridProps {
  readonly label: string;
  readonly period: CalendarPeriod;
  /** A day of the shown period. */
  readonly anchor: string;
  /** The day that Tab reaches. */
  readonly active: string;
  readonly today: string;
  readonly entries: readonly CalendarEntry[];
  /** @param isByKey true for the keys of the grid */
  readonly onActivate: (day: string, isByKey: boolean) => void;
  readonly renderEntry: (entry: CalendarEntry, isTabbable: boolean) => ReactNode;
}

/** The days of a month or week with their entries. Arrow keys, Home, End, Page Up and Page Down choose a day. */
export function CalendarGrid(props: CalendarGridProps) {
  const { label, period, anchor, active, today, entries, onActivate, renderEntry } = props;
  const { t } = useTranslation();
  const locale = useLocale();
  const grid = useRef<HTMLTableElement>(null);
  const followsFocus = useRef(false);
  const weeks = weeksOf(anchor, period);
  const tabbable = weeks.flat().includes(active) ? active : anchor;

  const dayCell = (day: string) => grid.current?.querySelector<HTMLElement>(`[data-day="${day}"]`);
  useEffect(() => {
    if (!followsFocus.current) return;
    followsFocus.current = false;
    grid.current?.querySelector<HTMLElement>(`[data-day="${active}"]`)?.focus();
  }, [active]);

  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    const { target, key } = event;
    if (!(target instanceof HTMLElement) || event.defaultPrevented) return;
    const day = target.dataset['day'];
    if (day === undefined) {
      // Escape returns from an entry to its day.
      if (key === 'Escape' && grid.current?.contains(target)) dayCell(tabbable)?.focus();
      return;
    }
    const next = dayOfKey(key, day, period);
    if (key === 'Enter' || key === 'F2') target.querySelector('button')?.focus();
    else if (next !== undefined && !event.altKey && !event.ctrlKey && !event.metaKey) {
      followsFocus.current = true;
      onActivate(next, true);
    } else return;
    event.preventDefault();
  };

  return (
    <table
      ref={grid}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- The grid pattern of WAI-ARIA uses a table.
      role="grid"
      aria-label={label}
      className={classes['grid']}
      data-period={period}
      onKeyDown={onKeyDown}
    >
      <thead>
        <tr>
          {weeks[0]?.map((day) => (
            <th key={day} scope="col">
              {formatDay(locale, day, 'weekday')}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((day) => {
              const ofDay = entries.filter((entry) => entry.day === day);
              const name = formatDay(locale, day, 'full');
              return (
                <DayCell
                  key={day}
                  day={day}
                  isTabbable={day === tabbable}
                  isToday={day === today}
                  isPast={day < today}
                  isOutside={!isSamePeriod(day, anchor, period)}
                  onFocus={() => onActivate(day, false)}
                >
                  <VisuallyHidden>
                    {ofDay.length === 0
                      ? name
                      : t('releases.dayWithReleases', { day: name, count: ofDay.length })}
                  </VisuallyHidden>
                  <Text span size="sm" className={classes['date'] ?? ''} aria-hidden="true">
                    {Number(day.slice(8))}
                  </Text>
                  {ofDay.map((entry) => renderEntry(entry, day === tabbable))}
                </DayCell>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface DayCellProps {
  readonly day: string;
  readonly isTabbable: boolean;
  readonly isToday: boolean;
  readonly isPast: boolean;
  readonly isOutside: boolean;
  readonly onFocus: () => void;
  readonly children: ReactNode;
}

function DayCell({ day, isTabbable, isToday, isPast, isOutside, onFocus, children }: DayCellProps) {
  const { setNodeRef, isOver } = useDroppable({ id: day });
  return (
    <td
      ref={setNodeRef}
      tabIndex={isTabbable ? 0 : -1}
      aria-current={isToday ? 'date' : undefined}
      data-day={day}
      data-past={isPast || undefined}
      data-outside={isOutside || undefined}
      data-over={isOver || undefined}
      onFocus={onFocus}
    >
      {children}
    </td>
  );
}
