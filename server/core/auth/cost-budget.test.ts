import { expect, test } from 'vitest';
import { POINTS_PER_MINUTE, callCosts, createCostBudget } from './cost-budget.ts';

function errorOf(work: () => void): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return undefined;
}

test('points are spent by user, are refused when there are none, and come back evenly', () => {
  let time = 0;
  const { spend } = createCostBudget(() => time);
  spend(1, POINTS_PER_MINUTE);
  expect(errorOf(() => spend(1, 100))).toMatchObject({
    status: 429,
    code: 'request.throttled',
    retryAfter: 2,
  });
  spend(2, POINTS_PER_MINUTE);
  time += 2_000;
  spend(1, 100);
  expect(errorOf(() => spend(1, 1))).toMatchObject({ status: 429, retryAfter: 1 });
  time += 60_000;
  spend(1, POINTS_PER_MINUTE);
});

test('a refused call takes no points', () => {
  let time = 0;
  const { spend } = createCostBudget(() => time);
  spend(1, POINTS_PER_MINUTE);
  for (let call = 0; call < 100; call++) expect(() => spend(1, 100)).toThrow('Too many requests');
  time += 2_000;
  spend(1, 100);
});

test.each(Object.entries(callCosts))('a person at a screen has points for %s', (_call, points) => {
  expect(POINTS_PER_MINUTE / points).toBeGreaterThanOrEqual(50);
});
