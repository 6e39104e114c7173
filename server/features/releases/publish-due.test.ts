import { afterAll, expect, test } from 'vitest';
import type { Book } from '#contract/books/books';
import type { Release } from '#contract/releases/releases';
import { eachDatabase } from '#server/testing/databases';
import { openTestApp } from '#server/testing/open-test-app';

eachDatabase('scheduled releases', async (openEmpty) => {
  const database = await openEmpty();
  const api = await openTestApp(database);
  const second = await openTestApp(database);
  const token = await api.tokenFor(['books:edit', 'books:delete', 'releases:edit', 'releases:publish']);

  afterAll(async () => {
    await api.close();
    await second.close();
    await database.close();
  });

  const call = async (
    method: 'GET' | 'POST',
    path: string,
    json?: object,
    query: Record<string, string> = {},
  ) => api.call(method, `/api${path}`, { token, query, ...(json && { json }) });
  async function schedule(name: string, times: { ends?: boolean } = {}) {
    const { body: created } = await call('POST', '/books/create', { name, author: { name: 'Ada Marsh' } });
    const book = created.data as Book;
    const { body } = await call('POST', '/releases', { name: `Release of ${name}` });
    const { id } = body.data as Release;
    await call('POST', '/books/update', { id: book.id, name: `${name} changed` }, { release: String(id) });
    const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
    const later = new Date(Date.now() + 7_200_000).toISOString();
    const response = await call('POST', `/releases/${id}/schedule`, {
      publish_at: inAnHour,
      ...(times.ends && { ends_at: later }),
    });
    expect(response.status).toBe(200);
    return { id, book };
  }
  /** Sets a time of a release into the past, as if the clock had moved on. */
  const pass = (id: number, column: 'publish_at' | 'ends_at') =>
    database.kysely
      .updateTable('releases')
      .set({ [column]: new Date(Date.now() - 1_000).toISOString() })
      .where('id', '=', id)
      .execute();
  const nameOf = async (id: number) => (await call('GET', `/books/${id}`)).body.data.name;
  const releaseOf = async (id: number) => (await call('GET', `/releases/${id}`)).body.data as Release;
  const notifications = async () =>
    (await call('GET', '/notifications')).body.data.items.map(
      ({ outcome, subject }: { outcome: string; subject: string }) => [outcome, subject],
    );

  test('are published once by several processes, and rolled back at their end', async () => {
    const { id, book } = await schedule('Finch', { ends: true });
    await api.publishDueReleases();
    expect([await nameOf(book.id), (await releaseOf(id)).status]).toEqual(['Finch', 'scheduled']);
    await pass(id, 'publish_at');
    await Promise.all([api.publishDueReleases(), second.publishDueReleases(), api.publishDueReleases()]);
    expect([await nameOf(book.id), (await releaseOf(id)).status]).toEqual(['Finch changed', 'published']);
    const entries = await database.kysely
      .selectFrom('audit_log')
      .select('id')
      .where('cause_id', '=', (await releaseOf(id)).entry_id)
      .execute();
    expect(entries).toHaveLength(1);
    await pass(id, 'ends_at');
    await Promise.all([api.publishDueReleases(), second.publishDueReleases()]);
    expect([await nameOf(book.id), (await releaseOf(id)).status]).toEqual(['Finch', 'rolled_back']);
    await api.publishDueReleases();
    expect((await releaseOf(id)).status).toBe('rolled_back');
    expect(await notifications()).toEqual([
      ['success', 'Release of Finch'],
      ['success', 'Release of Finch'],
    ]);
  });

  test('fail with a reason on a conflict, and publish nothing', async () => {
    const { id, book } = await schedule('Siskin');
    await call('POST', '/books/update', { id: book.id, name: 'Siskins' });
    await pass(id, 'publish_at');
    await api.publishDueReleases();
    expect(await releaseOf(id)).toMatchObject({
      status: 'failed',
      failure: '1 change can’t be published. Resolve the problems first. Nothing was published.',
    });
    expect(await nameOf(book.id)).toBe('Siskins');
    expect((await notifications())[0]).toEqual(['failure', 'Release of Siskin']);
    await api.publishDueReleases();
    expect(
      (await notifications()).filter(([, subject]: string[]) => subject === 'Release of Siskin'),
    ).toHaveLength(1);
  });

  test('need the permissions of the user who schedule them at that moment', async () => {
    const { id, book } = await schedule('Robin');
    const { owner } = await releaseOf(id);
    await database.kysely
      .updateTable('users')
      .set({ permissions: JSON.stringify(['releases:edit', 'releases:publish']) })
      .where('id', '=', owner?.id ?? 0)
      .execute();
    await pass(id, 'publish_at');
    await api.publishDueReleases();
    expect([await nameOf(book.id), (await releaseOf(id)).status]).toEqual(['Robin', 'failed']);
  });

  test('reject times in the past and ends before the start', async () => {
    const { id } = (await call('POST', '/releases', { name: 'Never' })).body.data as Release;
    const past = { publish_at: '2020-01-01T00:00:00Z' };
    expect((await call('POST', `/releases/${id}/schedule`, past)).body).toMatchObject({
      errors: { publish_at: expect.stringContaining('future') as string },
    });
    const endBeforeStart = { publish_at: '2999-01-02T00:00:00Z', ends_at: '2999-01-01T00:00:00Z' };
    expect((await call('POST', `/releases/${id}/schedule`, endBeforeStart)).body.errors).toHaveProperty(
      'ends_at',
    );
    const unknown = { publish_at: '2999-01-02T00:00:00Z', time_zone: 'Mars/Phobos' };
    expect((await call('POST', `/releases/${id}/schedule`, unknown)).body.errors).toHaveProperty('time_zone');
    expect(
      (await call('POST', `/releases/${id}/schedule`, { publish_at: '2999-01-02T00:00:00Z' })).body.code,
    ).toBe('releases.problems');
  });
});
