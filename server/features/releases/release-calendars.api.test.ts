import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { allPermissions } from '#contract/core/permissions';
import { hashToken } from '#server/core/auth/tokens';
import { createHttpServer } from '#server/core/http/create-http-server';
import { eachDatabase } from '#server/testing/databases';
import { openTestApp } from '#server/testing/open-test-app';

const path = '/api/releases/calendar';
const notFoundResponse = { status: 404, body: { code: 'release_calendars.not_found', data: null } };

eachDatabase('calendar addresses', async (openEmpty) => {
  const database = await openEmpty();
  const api = await openTestApp(database);
  const manager = await api.tokenFor(allPermissions);
  let addresses = 0;

  afterAll(() => api.close());

  const editor = () => api.tokenFor(['releases:edit']);
  async function create(token: string): Promise<string> {
    const { status, body } = await api.call('POST', path, { token });
    expect([status, body.message]).toEqual([200, 'Calendar address created']);
    expect(body.data.address).toMatch(/^http:\/\/[\w.:]+\/api\/releases\/calendar\/[\w-]{43}\.ics$/);
    return /([\w-]{43})\.ics$/.exec(String(body.data.address))?.[1] ?? '';
  }
  // Each call has an address of its own, because the requests of an address are limited.
  const read = (secret: string, address = `192.0.2.${(addresses += 1)}`) =>
    api.call('GET', `${path}/${secret}.ics`, { address });
  const idOf = async (token: string): Promise<number> =>
    (await api.call('GET', '/api/user/me', { token })).body.data.id;

  test('return the releases to calendar programs, without an account', async () => {
    const token = await editor();
    const secret = await create(token);
    const { id } = (await api.call('POST', '/api/releases', { token, json: { name: 'Summer, at last' } }))
      .body.data;
    await database.kysely
      .updateTable('releases')
      .set({ status: 'scheduled', publish_at: '2100-07-01T06:00:00.000Z' })
      .where('id', '=', id)
      .execute();
    const { status, headers, text } = await read(secret);
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'text/calendar; charset=utf-8',
      'private, no-store',
    ]);
    expect(text).toContain('SUMMARY:Summer\\, at last: Scheduled\r\n');
    expect(text).toContain('DTSTART:21000701T060000Z\r\n');
    expect(text).not.toContain('@example');
  });

  test('are stored as hashes, replaced by new ones, and recorded without the secret', async () => {
    const token = await editor();
    expect((await api.call('GET', path, { token })).body.data).toBeNull();
    const [first, second] = [await create(token), await create(token)];
    expect(await read(first)).toMatchObject(notFoundResponse);
    expect((await read(second)).status).toBe(200);
    const user_id = await idOf(token);
    const rows = await database.kysely
      .selectFrom('release_calendars')
      .selectAll()
      .where('user_id', '=', user_id)
      .execute();
    expect(rows).toEqual([{ user_id, token_hash: hashToken(second), created_at: rows[0]?.created_at }]);
    expect((await api.call('GET', path, { token })).body.data).toEqual({ created_at: rows[0]?.created_at });
    expect((await api.call('DELETE', path, { token })).body.message).toBe('Calendar address revoked');
    expect(await read(second)).toMatchObject(notFoundResponse);
    expect((await api.call('DELETE', path, { token })).status).toBe(404);
    const events = await database.kysely
      .selectFrom('security_events')
      .selectAll()
      .where('user_id', '=', user_id)
      .orderBy('id')
      .execute();
    expect(events.map(({ kind }) => kind)).toEqual([
      'calendar_address_created',
      'calendar_address_created',
      'calendar_address_revoked',
    ]);
    const throttles = await database.kysely.selectFrom('throttles').selectAll().execute();
    for (const storedRows of [events, throttles]) expect(JSON.stringify(storedRows)).not.toContain(second);
  });

  test('end when their user loses the permission or is suspended', async () => {
    const [token, other] = [await editor(), await editor()];
    const [secret, otherSecret] = [await create(token), await create(other)];
    const json = { added: [], removed: ['releases:edit'] };
    expect((await api.call('PUT', `/api/users/${await idOf(token)}`, { token: manager, json })).status).toBe(
      200,
    );
    expect(await read(secret)).toMatchObject(notFoundResponse);
    expect((await api.call('POST', path, { token })).status).toBe(403);
    const id = await idOf(other);
    await api.call('POST', `/api/users/${id}/suspend`, { token: manager });
    expect(await read(otherSecret)).toMatchObject(notFoundResponse);
    await api.call('POST', `/api/users/${id}/restore`, { token: manager });
    expect(await read(otherSecret)).toMatchObject(notFoundResponse);
  });

  test('have one response to every unknown secret, and are limited', async () => {
    const responses = await Promise.all(
      ['unknown', 'A'.repeat(43), '-', 'ü'].map((secret) => read(encodeURIComponent(secret))),
    );
    const [first] = responses;
    for (const response of responses) {
      expect(response).toMatchObject(notFoundResponse);
      expect(response.text).toBe(first?.text);
    }
    const secret = await create(await editor());
    const statuses = new Set<number>();
    for (let number = 0; number < 61; number += 1) statuses.add((await read(secret, '198.51.100.7')).status);
    expect([...statuses]).toEqual([200, 429]);
  });
});

test.each([
  '/api/releases/calendar/SMALL-OTTERS.ics',
  '/api/releases/calendar/SMALL-OTTERS',
  '/api//Releases/calendar/x/SMALL-OTTERS.ics?a=b',
])('do not appear in the log: %s', async (url) => {
  const lines: string[] = [];
  const output = new Writable({
    write(chunk: Buffer, _encoding, callback) {
      lines.push(chunk.toString());
      callback();
    },
  });
  const { app } = createHttpServer({
    trustProxy: false,
    logger: pino({ level: 'trace' }, output),
    lifecycle: { phase: 'serving' },
    explain: () => undefined,
  });
  await app.inject({ method: 'GET', url });
  await app.close();
  expect(lines.join('')).toContain('calendar/SECRET');
  expect(lines.join('')).not.toContain('OTTERS');
});
