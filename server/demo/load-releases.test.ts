import { expect, test } from 'vitest';
import { mondayAfter } from './load-releases.ts';

test.each([
  ['2026-11-28T12:00:00Z', 3, '2026-12-21T06:00:00.000Z'],
  // Sunday evening in UTC is Monday in Istanbul.
  ['2026-11-29T22:00:00Z', 0, '2026-12-07T06:00:00.000Z'],
  ['2026-11-30T03:00:00Z', 0, '2026-12-07T06:00:00.000Z'],
])('the Monday after %s and %i weeks is %s', (now, weeks, time) => {
  expect(mondayAfter(new Date(now), weeks)).toBe(time);
});
