import { expect, it } from 'vitest';
import { toClock } from './format-duration.ts';

it.each([
  [0, '0:00'],
  [75.4, '1:15'],
  [3675, '1:01:15'],
  [-3, '0:00'],
])('formats %d seconds as %s', (seconds, clock) => {
  expect(toClock(seconds)).toBe(clock);
});
