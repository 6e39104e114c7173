import { expect, it } from 'vitest';
import { createTimeLeft } from './time-left.ts';

it('estimates the remaining time once there is enough data', () => {
  let now = 1_000;
  const timeLeft = createTimeLeft(1_000, () => now);
  expect(timeLeft(100)).toBeUndefined();
  now += 1_000;
  expect(timeLeft(200)).toBeUndefined();
  now += 3_000;
  expect(timeLeft(500)).toBe(5);
  now += 1_000;
  expect(timeLeft(100)).toBeUndefined();
});
