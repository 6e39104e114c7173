import { afterAll, beforeAll, expect, test } from 'vitest';
import { POINTS_PER_MINUTE, callCosts } from '#server/core/auth/cost-budget';
import type { Database } from '#server/core/db/open';
import type { TestApp } from '#server/testing/build-test-app';
import { eachDatabase } from '#server/testing/databases';
import { openTestApp } from '#server/testing/open-test-app';

eachDatabase('the points of a minute', (openEmpty) => {
  let database: Database;
  let api: TestApp;
  beforeAll(async () => {
    database = await openEmpty();
    api = await openTestApp(database);
  });
  afterAll(() => api.close());

  const calls = [
    ['GET', '/api/search?search=a'],
    ['GET', '/api/reports/analytics'],
    ['GET', '/api/books/1/export?as=json'],
    ['GET', '/api/reports/health/issues.csv?rule=a'],
    ['GET', '/api/audit-log/entries.csv'],
  ] as const;

  test('end for a hostile viewer, with the time to wait, and for nobody else', async () => {
    const hostile = await api.tokenFor(['reports:read']);
    const other = await api.tokenFor(['reports:read']);
    const costly = () => api.call('GET', '/api/books/1/export?as=json', { token: hostile });
    const answers = new Map<number, number>();
    for (let call = 0; call <= POINTS_PER_MINUTE / callCosts.exportBook + 20; call++) {
      const { status } = await costly();
      answers.set(status, (answers.get(status) ?? 0) + 1);
    }
    expect(answers.get(404)).toBeGreaterThanOrEqual(POINTS_PER_MINUTE / callCosts.exportBook);
    expect(answers.get(429)).toBeGreaterThan(0);
    const refused = await costly();
    expect([refused.status, refused.body.code]).toEqual([429, 'request.throttled']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await api.call('GET', '/api/books/list', { token: hostile })).status).toBe(200);
    for (const [method, url] of calls)
      expect((await api.call(method, url, { token: other })).status, url).not.toBe(429);
  });
});
