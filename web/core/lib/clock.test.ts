import { expect, it } from 'vitest';
import { readClock, toExactClock } from './clock.ts';

it.each([
  [0, '0:00.00'],
  [75.24, '1:15.24'],
  [59.996, '1:00.00'],
  [3675.5, '1:01:15.50'],
])('formats %d seconds as %s', (seconds, clock) => {
  expect(toExactClock(seconds)).toBe(clock);
});

it.each([
  ['1:01:15', 3675],
  ['75', 75],
  [' 1:15,2 ', 75.2],
  ['90:00', 5400],
  ['0:00.123456', 0.123456],
  ['', undefined],
  ['soon', undefined],
  ['1:2:3:4', undefined],
])('parses %j as %s', (text, seconds) => {
  expect(readClock(text)).toBe(seconds);
});
