import { expect, it } from 'vitest';
import {
  countFormat,
  dateFormat,
  dateTimeFormat,
  decimalFormat,
  listFormat,
  percentFormat,
  periodFormat,
  signedFormat,
  timeFormat,
} from './formats.ts';

const time = new Date(2030, 0, 31, 17, 20);

it('formats dates, counts and percentages by locale', () => {
  expect(dateFormat('en-GB').format(time)).toBe('31 Jan 2030');
  expect(dateTimeFormat('en-GB').format(time)).toBe('31 Jan 2030, 17:20');
  expect(timeFormat('en-GB').format(time)).toBe('17:20');
  expect(countFormat('en-GB').format(12_300)).toBe('12,300');
  expect(percentFormat('en-GB').format(0.05)).toBe('5%');
  expect(countFormat('de').format(12_300)).toBe('12.300');
});

it('formats figures and periods of charts', () => {
  expect(decimalFormat('en-GB').format(12_300.46)).toBe('12,300.5');
  expect(signedFormat('en-GB').format(5)).toBe('+5');
  const day = new Date('2030-01-31T00:00:00Z');
  const formats = [
    { isMonth: false, usage: 'axis' },
    { isMonth: false, usage: 'table' },
    { isMonth: true, usage: 'axis' },
    { isMonth: true, usage: 'table' },
  ] as const;
  expect(formats.map((format) => periodFormat('en-GB', format).format(day))).toEqual([
    '31 Jan',
    '31 Jan 2030',
    'Jan 2030',
    'January 2030',
  ]);
});

it('formats lists without a comma before “and”', () => {
  expect(listFormat('en').format(['Admin', 'Editor', 'Viewer'])).toBe('Admin, Editor and Viewer');
});

it('is the only place that defines formats of dates and numbers', () => {
  const sources = import.meta.glob<string>(['../../**/*.{ts,tsx}', '!../../**/*.test.{ts,tsx}'], {
    query: '?raw',
    import: 'default',
    eager: true,
  });
  const formatCalls = Object.entries(sources)
    .filter(([, source]) =>
      /Intl\.(?:NumberFormat|DateTimeFormat|RelativeTimeFormat|ListFormat)\(/.test(source),
    )
    .map(([path]) => path);
  expect(formatCalls.toSorted()).toEqual([
    // Times in the zone of a release, which the first load does not need.
    '../../features/releases/zoned-time.ts',
    './age.ts',
    './formats.ts',
  ]);
});
