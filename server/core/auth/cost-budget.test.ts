import { expect, test } from 'vitest';
import { callPoints } from './call-points.ts';
import {
  MAX_AT_ONCE,
  MAX_EXPORTS_AT_ONCE,
  MAX_WAITING,
  POINTS_PER_MINUTE,
  createCostBudget,
} from './cost-budget.ts';

function errorOf(work: () => void): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return undefined;
}

/** With 60 points, one point is restored per second. */
const call = 'POST /spreadsheets/preview';
const pointsPerMinute = callPoints[call];

test('spends points per user, rejects requests without points, and restores points evenly', () => {
  let time = 0;
  const { spend } = createCostBudget({ pointsPerMinute, now: () => time });
  spend(1, call);
  expect(errorOf(() => spend(1, 'GET /search'))).toMatchObject({
    status: 429,
    code: 'request.throttled',
    retryAfter: 3,
  });
  spend(2, call);
  time += 3_000;
  spend(1, 'GET /search');
  expect(errorOf(() => spend(1, 'POST /uploads'))).toMatchObject({ status: 429, retryAfter: 1 });
  time += 60_000;
  spend(1, call);
});

test('spends no points for a rejected request', () => {
  let time = 0;
  const { spend } = createCostBudget({ pointsPerMinute, now: () => time });
  spend(1, call);
  for (let times = 0; times < 100; times++) expect(() => spend(1, call)).toThrow('Too many requests');
  time += 3_000;
  spend(1, 'GET /search');
});

test.each(Object.entries(callPoints))(
  'allows each user at least 100 requests per minute to %s',
  (_call, points) => {
    expect(POINTS_PER_MINUTE / points).toBeGreaterThanOrEqual(100);
  },
);

test('limits concurrent requests per user, without delaying other users', async () => {
  const { begin } = createCostBudget();
  const releases: (() => void)[] = [];
  const hostile = Array.from({ length: MAX_AT_ONCE + MAX_WAITING + 10 }, async () =>
    releases.push(await begin(1)),
  );
  const results = (await Promise.allSettled(hostile.slice(MAX_AT_ONCE + MAX_WAITING))).map(
    ({ status }) => status,
  );
  expect(results).toEqual(Array(10).fill('rejected'));
  expect(releases).toHaveLength(MAX_AT_ONCE);
  await begin(2);
  for (let endedCount = 0; endedCount < MAX_AT_ONCE + MAX_WAITING; endedCount += 1) {
    expect(releases.length - endedCount).toBeLessThanOrEqual(MAX_AT_ONCE);
    releases[endedCount]?.();
    releases[endedCount]?.();
    await Promise.resolve().then(() => undefined);
  }
  expect(releases).toHaveLength(MAX_AT_ONCE + MAX_WAITING);
  await begin(1);
});

test('limits concurrent exports per user', () => {
  const { beginExport } = createCostBudget();
  const ends = Array.from({ length: MAX_EXPORTS_AT_ONCE }, () => beginExport(1));
  expect(errorOf(() => beginExport(1))).toMatchObject({ status: 429, retryAfter: 10 });
  beginExport(2);
  ends[0]?.();
  ends[0]?.();
  beginExport(1);
  expect(errorOf(() => beginExport(1))).toMatchObject({ status: 429 });
});
