import { expect, it } from 'vitest';
import { toClock, toMinutes } from './durations.ts';

it.each([
  [0, 0],
  [29, 0],
  [30, 1],
  [61, 1],
  [5400, 90],
  [null, 0],
  [undefined, 0],
])('rounds %j seconds to %i minutes', (seconds, minutes) => {
  expect(toMinutes(seconds)).toBe(minutes);
});

it.each([
  [0, '0:00'],
  [75.4, '1:15'],
  [3675, '1:01:15'],
  [-3, '0:00'],
])('formats %d seconds as %s', (seconds, clock) => {
  expect(toClock(seconds)).toBe(clock);
});
