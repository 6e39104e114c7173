import { expect, it } from 'vitest';
import { addMonths, dayOfKey, isDay, weeksOf } from './calendar-days.ts';

it('recognizes days', () => {
  expect(['2026-02-28', '2026-02-30', '2026-13-01', '2026-2-1', '', 'now'].map(isDay)).toEqual([
    true,
    false,
    false,
    false,
    false,
    false,
  ]);
});

it('returns the weeks of a month and of a week, from Monday to Sunday', () => {
  const july = weeksOf('2026-07-15', 'month');
  expect(july.map(([monday]) => monday)).toEqual([
    '2026-06-29',
    '2026-07-06',
    '2026-07-13',
    '2026-07-20',
    '2026-07-27',
  ]);
  expect(july.flat().at(-1)).toBe('2026-08-02');
  // A February of four weeks has no days of other months.
  expect(weeksOf('2027-02-28', 'month').flat()).toHaveLength(28);
  // The first and the last day of this month are in weeks with mostly other days.
  expect(weeksOf('2026-03-31', 'month').map(([monday]) => monday)).toEqual([
    '2026-02-23',
    '2026-03-02',
    '2026-03-09',
    '2026-03-16',
    '2026-03-23',
    '2026-03-30',
  ]);
  expect(weeksOf('2026-07-01', 'week')).toEqual([
    ['2026-06-29', '2026-06-30', '2026-07-01', '2026-07-02', '2026-07-03', '2026-07-04', '2026-07-05'],
  ]);
});

it('returns the last day of a shorter month', () => {
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
  expect(addMonths('2026-01-31', -2)).toBe('2025-11-30');
  expect(addMonths('2026-12-15', 1)).toBe('2027-01-15');
});

it.each([
  ['ArrowLeft', '2026-06-30', '2026-06-30'],
  ['ArrowRight', '2026-07-02', '2026-07-02'],
  ['ArrowUp', '2026-06-24', '2026-06-24'],
  ['ArrowDown', '2026-07-08', '2026-07-08'],
  ['Home', '2026-06-29', '2026-06-29'],
  ['End', '2026-07-05', '2026-07-05'],
  ['PageUp', '2026-06-01', '2026-06-24'],
  ['PageDown', '2026-08-01', '2026-07-08'],
  ['a', undefined, undefined],
])('moves by the key %s', (key, inMonth, inWeek) => {
  expect(dayOfKey(key, '2026-07-01', 'month')).toBe(inMonth);
  expect(dayOfKey(key, '2026-07-01', 'week')).toBe(inWeek);
});
