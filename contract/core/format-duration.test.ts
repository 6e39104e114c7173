import { expect, it } from 'vitest';
import { type ClockOptions, toClock, toCueClock } from './format-duration.ts';

const subtitles: ClockOptions = { decimals: 3, hourDigits: 2 };

it.each<[seconds: number, options: ClockOptions, clock: string]>([
  [0, {}, '0:00'],
  [75.4, {}, '1:15'],
  [3675, {}, '1:01:15'],
  [-3, {}, '0:00'],
  [59.97, { decimals: 1, isTrimmed: true }, '1:00'],
  [75.24, { decimals: 1, isTrimmed: true }, '1:15.2'],
  [3725.4, { decimals: 1 }, '1:02:05.4'],
  [62, { decimals: 1 }, '1:02.0'],
  [751.25, { decimals: 3, isTrimmed: true, hourDigits: 2 }, '00:12:31.250'],
  [751, { decimals: 3, isTrimmed: true, hourDigits: 2 }, '00:12:31'],
  [62.45, { decimals: 3, hourDigits: 1 }, '0:01:02.450'],
  [3723.45, subtitles, '01:02:03.450'],
  [3723.45, { ...subtitles, decimalMark: ',' }, '01:02:03,450'],
])('formats %d seconds with %o as %s', (seconds, options, clock) => {
  expect(toClock(seconds, options)).toBe(clock);
});

it.each([
  [0, '00:00:00'],
  [75.5, '01:15:38'],
  [3675, '61:15:00'],
])('formats %d seconds for a cue sheet as %s', (seconds, clock) => {
  expect(toCueClock(seconds)).toBe(clock);
});
