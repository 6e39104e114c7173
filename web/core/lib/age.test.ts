import { expect, it } from 'vitest';
import { timeUntil } from './age.ts';

it.each([
  [24 * 60 * 60_000 - 500, 'in 24 hours'],
  [90 * 60_000, 'in 2 hours'],
  [59 * 60_000, 'in 59 minutes'],
  [0, 'in 1 minute'],
])('returns the time until a later time: %i ms', (left, expected) => {
  const now = Date.parse('2026-01-15T09:30:00.000Z');
  expect(timeUntil(new Date(now + left).toISOString(), now, 'en')).toBe(expected);
});
