import { afterAll, beforeAll, expect, test } from 'vitest';
import { resourceNames } from '#contract/core/permissions';
import { presenceEndpoints, presenceLimits } from '#contract/presence/presence';
import type { TestApp } from '#server/testing/build-test-app';
import { eachDatabase } from '#server/testing/databases';
import { openTestApp } from '#server/testing/open-test-app';
import { createPresenceService } from './presence.service.ts';

eachDatabase('presence', async (openEmpty) => {
  const database = await openEmpty();
  const api = await openTestApp(database);
  const ada = await api.tokenFor(['categories:edit']);
  const ben = await api.tokenFor([]);
  const record = { kind: 'categories', id: 1 };

  beforeAll(async () => {
    await api.call('POST', '/api/books/categories', { token: ada, json: { name: 'Travel' } });
  });
  afterAll(() => api.close());

  const report = async (token: string, json: object = record) => {
    const { status, body } = await api.call('POST', `/api${presenceEndpoints.report.path}`, { token, json });
    return status === 200 ? body.data : status;
  };
  const leave = async (token: string) =>
    (await api.call('POST', `/api${presenceEndpoints.leave.path}`, { token, json: record })).status;
  const countOf = async (token: string) => (await report(token)).users.length;

  test('lists the other users of a record, and its current version', async () => {
    expect(await report(ada)).toEqual({ version: 1, users: [] });
    const { users } = await report(ben);
    expect(users).toHaveLength(1);
    await api.call('PUT', '/api/books/categories/1', {
      token: ada,
      json: { id: 1, name: 'Journeys', version: 1 },
    });
    const next = await report(ada);
    expect(next.version).toBe(2);
    expect(next.users).toHaveLength(1);
    expect(next.users[0].id).not.toBe(users[0].id);
    expect(await leave(ben)).toBe(200);
    expect(await countOf(ada)).toBe(0);
    expect(await leave(ada)).toBe(200);
  });

  test('lists no user whose last report is too old, and removes the report', async () => {
    await report(ben);
    expect(await countOf(ada)).toBe(1);
    const old = new Date(Date.now() - (presenceLimits.listedSeconds + 1) * 1_000).toISOString();
    await database.kysely.updateTable('record_presence').set({ seen_at: old }).execute();
    expect(await countOf(ada)).toBe(0);
    await createPresenceService(database).removeOld();
    const rows = await database.kysely.selectFrom('record_presence').selectAll().execute();
    expect(rows).toHaveLength(1);
  });

  test('is no activity of the user, so an idle session still ends', async () => {
    const old = '2026-01-01T00:00:00.000Z';
    const lastSeen = async (send: (app: TestApp) => Promise<{ status: number }>) => {
      await database.kysely.updateTable('sessions').set({ last_seen_at: old }).execute();
      const app = await openTestApp(database);
      expect((await send(app)).status).toBe(200);
      await app.flush();
      await app.close();
      const rows = await database.kysely.selectFrom('sessions').select('last_seen_at').execute();
      return rows.some(({ last_seen_at }) => last_seen_at !== old);
    };
    const { path } = presenceEndpoints.report;
    expect(await lastSeen((app) => app.call('POST', `/api${path}`, { token: ada, json: record }))).toBe(
      false,
    );
    expect(await lastSeen((app) => app.call('GET', '/api/user/me', { token: ada }))).toBe(true);
  });

  test('rejects records that do not exist, and unknown types', async () => {
    expect(await report(ada, { kind: 'categories', id: 99 })).toBe(404);
    expect(await report(ada, { kind: 'authors', id: 1 })).toBe(422);
    expect(await report(ada, { kind: 'categories' })).toBe(422);
    for (const kind of resourceNames)
      if (kind !== 'categories') expect(await report(ada, { kind, id: 1 }), kind).toBe(404);
  });
});
