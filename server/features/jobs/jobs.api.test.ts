import { afterAll, expect, test, vi } from 'vitest';
import { allPermissions } from '#contract/core/permissions';
import { hashToken } from '#server/core/auth/tokens';
import { createClaims } from '#server/core/jobs/claims';
import type { JobType } from '#contract/jobs/job-types';
import { createJobQueue } from '#server/core/jobs/job-queue';
import type { TestApp } from '#server/testing/build-test-app';
import { eachDatabase } from '#server/testing/databases';
import { openTestApp } from '#server/testing/open-test-app';

eachDatabase('the routes of jobs', async (openEmpty) => {
  const database = await openEmpty();
  const api = await openTestApp(database);
  const origin = await api.app.listen({ host: '127.0.0.1', port: 0 });
  afterAll(() => api.close());

  async function signedIn(permissions: Parameters<TestApp['tokenFor']>[0] = []) {
    const token = await api.tokenFor(permissions);
    const { user_id: userId } = await database.kysely
      .selectFrom('sessions')
      .select('user_id')
      .where('token_hash', '=', hashToken(token))
      .executeTakeFirstOrThrow();
    return { token, userId };
  }

  let subject = 0;
  const add = (userId: number, kind: JobType = 'audio-analysis') =>
    api.jobs.enqueue({ kind, subjectId: ++subject, title: `File ${subject}`, userId });

  async function fail(id: number): Promise<void> {
    const claims = createClaims(database, 60_000);
    const job = await claims.claim('somebody', {
      kinds: ['audio-analysis'],
      isWaitedFor: false,
      exceptUsers: [],
    });
    expect(job?.id).toBe(id);
    if (job) await claims.end(job, { state: 'failed', error: 'The file is damaged.' });
  }

  test('list the jobs of the caller, the newest first, by state, type and change', async () => {
    const [ada, ben] = [await signedIn(), await signedIn()];
    const first = await add(ada.userId);
    await fail(first.id);
    const second = await add(ada.userId);
    const third = await add(ada.userId, 'assemble');
    await add(ben.userId);
    await api.jobs.cancel(second.id);
    await api.jobs.cancelAll('audio-analysis', [subject]);

    const ids = async (query: Record<string, string> = {}) => {
      const { body, status } = await api.call('GET', '/api/jobs', { token: ada.token, query });
      expect(status).toBe(200);
      return body.data.items.map(({ id }: { id: number }) => id);
    };
    expect(await ids()).toEqual([third.id, second.id, first.id]);
    expect(await ids({ items_per_page: '1', page: '2' })).toEqual([second.id]);
    expect(await ids({ state: 'failed, cancelled' })).toEqual([second.id, first.id]);
    expect(await ids({ state: 'asleep' })).toEqual([]);
    expect(await ids({ kind: 'assemble' })).toEqual([third.id]);
    expect(await ids({ since: new Date(Date.now() + 60_000).toISOString() })).toEqual([]);
    expect(await ids({ since: 'yesterday' })).toHaveLength(3);
    const { body } = await api.call('GET', `/api/jobs/${first.id}`, { token: ada.token });
    expect(body.data).toMatchObject({
      state: 'failed',
      error: 'The file is damaged.',
      user: { id: ada.userId, name: 'Someone' },
    });
  });

  test('return and change jobs of other users only for accounts with all permissions', async () => {
    const [ada, ben, admin] = [
      await signedIn(),
      await signedIn(['books:edit']),
      await signedIn(allPermissions),
    ];
    const { id } = await add(ada.userId);
    const asBen = { token: ben.token };
    expect((await api.call('GET', '/api/jobs', { ...asBen, query: { all: 'true' } })).status).toBe(403);
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/cancel'],
      ['POST', '/retry'],
    ] as const) {
      const response = await api.call(method, `/api/jobs/${id}${path}`, asBen);
      expect([response.status, response.body.code]).toEqual([404, 'jobs.not_found']);
    }
    expect((await api.call('POST', `/api/jobs/${id}/cancel`)).status).toBe(401);
    const all = await api.call('GET', '/api/jobs', {
      token: admin.token,
      query: { all: '1', state: 'queued' },
    });
    expect(all.body.data.items).toContainEqual(expect.objectContaining({ id }));
    const cancelResponse = await api.call('POST', `/api/jobs/${id}/cancel`, { token: admin.token });
    expect(cancelResponse.body.data.state).toBe('cancelled');
  });

  test('cancel and retry', async () => {
    const { token, userId } = await signedIn();
    const { id } = await add(userId);
    expect((await api.call('POST', `/api/jobs/${id}/retry`, { token })).status).toBe(409);
    expect((await api.call('POST', `/api/jobs/${id}/cancel`, { token })).body.data.state).toBe('cancelled');
    expect((await api.call('POST', `/api/jobs/${id}/cancel`, { token })).status).toBe(200);
    expect((await api.call('POST', `/api/jobs/${id}/retry`, { token })).body.data).toMatchObject({
      state: 'queued',
      attempts: 0,
    });
    expect((await api.call('DELETE', `/api/jobs/${id}/retry`, { token })).status).toBe(405);
    expect((await api.call('POST', '/api/jobs/999999/retry', { token })).status).toBe(404);
    await api.jobs.cancel(id);
  });

  async function listen(token: string, query = '') {
    const response = await fetch(`${origin}/api/jobs/events${query}`, {
      headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('x-request-id')).not.toBeNull();
    let receivedText = '';
    const streamEnd = (async () => {
      for await (const chunk of response.body ?? []) receivedText += Buffer.from(chunk).toString();
    })();
    return {
      hears: (text: string) => vi.waitFor(() => expect(receivedText).toContain(text), { timeout: 60_000 }),
      ended: streamEnd,
      received: () => receivedText,
    };
  }

  test('stream changes of own jobs by any process', async () => {
    const [ada, ben] = [await signedIn(), await signedIn()];
    const waitingJob = await add(ada.userId);
    const stream = await listen(ada.token);
    await stream.hears('event: hello');
    await stream.hears(`"id":${waitingJob.id},`);
    const foreign = await add(ben.userId);
    // Another queue with the same database acts as another process.
    await createJobQueue(database).cancel(waitingJob.id);
    await stream.hears('"state":"cancelled"');
    expect(stream.received()).not.toContain(`"id":${foreign.id},`);
    await api.jobs.cancel(foreign.id);

    await api.call('POST', '/api/auth/logout', { token: ada.token });
    const last = await add(ada.userId);
    await stream.ended;
    expect(stream.received()).not.toContain(`"id":${last.id},`);
    await api.jobs.cancel(last.id);
  });

  test('end the stream of all accounts when the permission is removed', async () => {
    const [admin, ben] = [await signedIn(allPermissions), await signedIn()];
    const stream = await listen(admin.token, '?all=true');
    await stream.hears('event: hello');
    const first = await add(ben.userId);
    await stream.hears(`"id":${first.id},`);
    await database.kysely
      .updateTable('users')
      .set({ permissions: '["books:edit"]' })
      .where('id', '=', admin.userId)
      .execute();
    const second = await add(ben.userId);
    await stream.ended;
    expect(stream.received()).not.toContain(`"id":${second.id},`);
    for (const { id } of [first, second]) await api.jobs.cancel(id);
  });

  test('reject a cancel or retry by an API token that did not start the job', async () => {
    const owner = await signedIn(['books:edit']);
    const [empty, narrow] = [
      await api.scriptTokenFor(owner.token, []),
      await api.scriptTokenFor(owner.token, ['books:edit']),
    ];
    const { id } = await add(owner.userId);
    for (const token of [empty, narrow])
      for (const path of ['cancel', 'retry']) {
        const { status, body } = await api.call('POST', `/api/jobs/${id}/${path}`, { token });
        expect([path, status, body.code]).toEqual([path, 403, 'permission.missing']);
      }
    const { id: tokenId } = await database.kysely
      .selectFrom('access_tokens')
      .select('id')
      .where('token_hash', '=', hashToken(narrow))
      .executeTakeFirstOrThrow();
    await database.kysely.updateTable('jobs').set({ token_id: tokenId }).where('id', '=', id).execute();
    expect((await api.call('POST', `/api/jobs/${id}/cancel`, { token: empty })).status).toBe(403);
    expect((await api.call('POST', `/api/jobs/${id}/cancel`, { token: narrow })).status).toBe(200);
  });

  test('store the API token that started a job', async () => {
    const owner = await signedIn(['books:edit']);
    const token = await api.scriptTokenFor(owner.token, ['books:edit']);
    const { body } = await api.call('POST', '/api/books/create', { token, json: { name: 'The lamp' } });
    const json = { ids: [body.data.id], changes: { language: 1 } };
    const startResponse = await api.call('POST', '/api/books/bulk', { token, json });
    const { id } = startResponse.body.data.job;
    const row = await database.kysely.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirst();
    expect(row).toMatchObject({ user_id: owner.userId, token_id: expect.any(Number) });
    await api.jobs.cancel(id);
  });

  test('return one response to clients that do not accept events', async () => {
    const { token, userId } = await signedIn();
    const { id } = await add(userId);
    const { body, headers } = await api.call('GET', '/api/jobs/events', { token });
    expect(body.data).toMatchObject({ items: [{ id, state: 'queued' }], total: 1 });
    expect(headers['vary']).toContain('accept');
    const past = await api.call('GET', '/api/jobs/events', { token, query: { page: '2' } });
    expect(past.body.data).toMatchObject({ items: [], total: 1 });
    await api.jobs.cancel(id);
  });

  test('reject a stream without a session, and of all accounts without the permissions', async () => {
    const { token } = await signedIn();
    expect((await api.call('GET', '/api/jobs/events')).status).toBe(401);
    const all = await api.call('GET', '/api/jobs/events', { token, query: { all: '1' } });
    expect([all.status, all.body.code]).toEqual([403, 'permission.missing']);
    expect((await api.call('HEAD', '/api/jobs/events', { token })).status).toBe(200);
    expect((await api.call('POST', '/api/jobs/events', { token })).status).toBe(405);
  });

  test('limit the streams of an account to the newest', async () => {
    const { token } = await signedIn();
    const streams = [];
    for (let count = 0; count < 13; count++) streams.push(await listen(token));
    await streams[0]?.ended;
    expect(streams).toHaveLength(13);
    await streams[12]?.hears('event: hello');
  });

  test('end all streams when the server closes', async () => {
    const { token } = await signedIn(allPermissions);
    const stream = await listen(token, '?all=true');
    await stream.hears('event: hello');
    await api.app.close();
    await stream.ended;
    expect(stream.received()).toContain('event: hello');
  });
});
