import { afterAll, expect, test } from 'vitest';
import { allPermissions } from '#contract/core/permissions';
import { type CostlyCall, callPoints } from '#server/core/auth/call-points';
import { eachDatabase } from '#server/testing/databases';
import { openTestApp } from '#server/testing/open-test-app';
import { operationsOf } from './api-docs/openapi.ts';

/** Paths that export, preview, analyse, import, align, back up or stream, or that change many records. */
const costly =
  /\/search$|\/export$|\.csv$|\/preview$|\/plan$|\/apply$|\/bulk$|\/align$|\/compare$|\/retry$|\/analytics(\/groups)?$|\/work-by-user$|\/summary$|\/events$|^POST \/(uploads|imports|backups|backups\/test)$|accept-ready$|chapters\/audio$|\/download$|\/personal-data$/;

const limitedCalls = Object.keys(callPoints) as CostlyCall[];

eachDatabase('the points of requests per minute', async (openEmpty) => {
  const database = await openEmpty();
  const api = await openTestApp(database, { callPointsPerMinute: 100 });
  afterAll(() => api.close());

  test('are set for every costly route, and for no other route', async () => {
    const calls = operationsOf(await api.readReference()).map(
      ({ method, path }) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    );
    const expectedCalls = calls.filter((call) => costly.test(call));
    expect(limitedCalls.filter((call) => !call.includes('?')).toSorted()).toEqual(expectedCalls.toSorted());
  });

  test('limit a hostile user in every costly route with a retry time, and no other user', async () => {
    const hostile = await api.tokenFor(allPermissions);
    const other = await api.tokenFor(allPermissions);
    const send = (call: CostlyCall, token: string) => {
      const [method = '', path = ''] = call.split(' ');
      const isStream = call === 'GET /jobs/events';
      const headers = { 'tus-resumable': '1.0.0', ...(isStream && { accept: 'text/event-stream' }) };
      return api.call(method as 'GET', `/api${path.replaceAll(/:\w+/g, '999999')}`, { token, headers });
    };
    for (const call of limitedCalls) {
      let errorResponse = await send(call, hostile);
      for (let calls = 1; calls < 200 && errorResponse.status !== 429; calls += 1)
        errorResponse = await send(call, hostile);
      expect([errorResponse.status, errorResponse.body.code], call).toEqual([429, 'request.throttled']);
      expect(Number(errorResponse.headers['retry-after'])).toBeGreaterThan(0);
    }
    expect((await api.call('GET', '/api/books/list', { token: hostile })).status).toBe(200);
    expect((await send('GET /search', other)).status).not.toBe(429);
  });
});
