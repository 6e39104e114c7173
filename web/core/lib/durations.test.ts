import { expect, it } from 'vitest';
import { toMinutes } from './durations.ts';

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
