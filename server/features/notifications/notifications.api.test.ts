import { afterAll, expect, test } from 'vitest';
import { notificationLimits } from '#contract/notifications/notifications';
import { recordEnd } from '#server/core/jobs/record-end';
import { eachDatabase } from '#server/testing/databases';
import { openTestApp } from '#server/testing/open-test-app';
import { deleteOldNotifications } from './notifications.service.ts';

eachDatabase('notifications', async (openEmpty) => {
  const database = await openEmpty();
  const api = await openTestApp(database);
  afterAll(() => api.close());

  const call = (
    method: 'GET' | 'POST' | 'DELETE',
    {
      token,
      json,
      path = '',
    }: { readonly token: string; readonly json?: unknown; readonly path?: string | undefined },
  ) => api.call(method, `/api/notifications${path}`, { token, ...(json !== undefined && { json }) });
  async function listNotifications(token: string): Promise<[message: string, isSeen: boolean][]> {
    const { body } = await call('GET', { token });
    return body.data.items.map(({ message, is_seen }: { message: string; is_seen: boolean }) => [
      message,
      is_seen,
    ]);
  }
  const entry = (key: string, message = key) => ({ key, outcome: 'success', message });

  test('are stored per account, each key once, and returned as seen or new', async () => {
    const [ada, ben] = [await api.tokenFor([]), await api.tokenFor([])];
    expect((await call('POST', { token: ada, json: { entries: [entry('a'), entry('b')] } })).status).toBe(
      200,
    );
    expect(
      (await call('POST', { token: ada, json: { entries: [entry('b', 'again'), entry('c')] } })).status,
    ).toBe(200);
    expect(await listNotifications(ada)).toEqual([
      ['c', false],
      ['b', false],
      ['a', false],
    ]);
    expect(await listNotifications(ben)).toEqual([]);
    await call('POST', { token: ada, path: '/seen' });
    const far = new Date(Date.now() + 1e9).toISOString();
    await call('POST', {
      token: ada,
      json: {
        entries: [{ ...entry('d'), outcome: 'failure', attempted_action: 'To save', at: far }],
      },
    });
    expect((await listNotifications(ada)).map(([, isSeen]) => isSeen)).toEqual([false, true, true, true]);
    const { body } = await call('GET', { token: ada });
    expect(body.data.items[0]).toMatchObject({
      outcome: 'failure',
      attempted_action: 'To save',
      subject: null,
    });
    expect(Date.parse(body.data.items[0].at)).toBeLessThanOrEqual(Date.now());
    expect((await call('DELETE', { token: ada })).status).toBe(200);
    expect(await listNotifications(ada)).toEqual([]);
  });

  test('are rejected when invalid or without a session', async () => {
    const token = await api.tokenFor([]);
    const wrong = await call('POST', {
      token,
      json: { entries: [{ key: '', outcome: 'maybe', message: 5 }] },
    });
    expect(wrong.status).toBe(422);
    expect(Object.keys(wrong.body.errors)).toEqual([
      'entries.0.key',
      'entries.0.outcome',
      'entries.0.message',
    ]);
    expect((await api.call('GET', '/api/notifications')).status).toBe(401);
  });

  test('are limited by number and age', async () => {
    const token = await api.tokenFor([]);
    const { maxAdded, maxEntries, retentionDays } = notificationLimits;
    for (let round = 0; round * maxAdded < maxEntries + maxAdded; round += 1)
      await call('POST', {
        token,
        json: {
          entries: Array.from({ length: maxAdded }, (_, index) => entry(`${round}-${index}`)),
        },
      });
    const { body } = await call('GET', { token });
    expect(body.data.total).toBe(maxEntries);
    expect(body.data.items[0].message).toBe(`5-${maxAdded - 1}`);
    await deleteOldNotifications(database, new Date(Date.now() + (retentionDays - 1) * 86_400_000));
    expect((await call('GET', { token })).body.data.total).toBe(maxEntries);
    await deleteOldNotifications(database, new Date(Date.now() + (retentionDays + 1) * 86_400_000));
    expect((await call('GET', { token })).body.data.total).toBe(0);
  });

  test('report the end of background jobs', async () => {
    const token = await api.tokenFor([]);
    await call('POST', { token, json: { entries: [entry('x')] } });
    const { user_id } = await database.kysely
      .selectFrom('notifications')
      .select('user_id')
      .where('entry_key', '=', 'x')
      .executeTakeFirstOrThrow();
    const job = { id: 7, user_id, title: 'narration.m4b' };
    await recordEnd(database.kysely, job, { done: null });
    await recordEnd(database.kysely, { ...job, user_id: null }, { done: 'jobDone' });
    await recordEnd(database.kysely, job, { done: 'jobDone' });
    await recordEnd(database.kysely, { ...job, id: 8 }, { error: 'The file is damaged.' });
    const { body } = await call('GET', { token });
    expect(body.data.items).toMatchObject([
      {
        outcome: 'failure',
        attempted_action: 'Background job failed',
        message: 'The file is damaged.',
        subject: 'narration.m4b',
      },
      { outcome: 'success', message: 'Background job completed', subject: 'narration.m4b' },
      { message: 'x' },
    ]);
  });
});
