import type { Transaction } from 'kysely';
import type { Schema } from '#server/core/db/schema';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { allPermissions } from '#contract/core/permissions';
import type { Book } from '#contract/books/books';
import type { Release } from '#contract/releases/releases';
import { eachDatabase } from '#server/testing/databases';
import { openTestApp } from '#server/testing/open-test-app';
import { durationText } from './lateness.ts';
import { createOverdueReleases } from './overdue.ts';
import { publishDue } from './publish-due.ts';

const MINUTE_MS = 60_000;

test.each([
  [125_000, '2 minutes'],
  [14 * MINUTE_MS, '14 minutes'],
  [119 * MINUTE_MS, '119 minutes'],
  [3 * 60 * MINUTE_MS, '3 hours'],
  [50 * 60 * MINUTE_MS, '2 days'],
])('%i ms are %s', (ms, text) => expect(durationText(ms)).toBe(text));

eachDatabase('overdue releases', async (openEmpty) => {
  const database = await openEmpty();
  const api = await openTestApp(database);
  const overdue = createOverdueReleases({ database, adminEmail: 'admin@example.org' });
  const editor = await api.tokenFor(['books:edit', 'books:delete', 'releases:edit', 'releases:publish']);
  const publisher = await api.tokenFor(allPermissions);
  const reader = await api.tokenFor(['releases:edit']);
  let warnings: (readonly [object, string])[];
  const log = {
    info: () => undefined,
    warn: (details: object, message: string) => void warnings.push([details, message]),
  };

  beforeEach(() => {
    warnings = [];
  });
  afterAll(() => api.close());

  const call = (path: string, json: object, query: Record<string, string> = {}) =>
    api.call('POST', `/api${path}`, { token: editor, query, json });
  async function schedule(name: string): Promise<number> {
    const book = (await call('/books/create', { name, author: { name: 'Ada Marsh' } })).body.data as Book;
    const { id } = (await call('/releases', { name })).body.data as Release;
    await call('/books/update', { id: book.id, name: `${name} changed` }, { release: String(id) });
    const publish_at = new Date(Date.now() + 60 * MINUTE_MS).toISOString();
    const ends_at = new Date(Date.now() + 120 * MINUTE_MS).toISOString();
    expect((await call(`/releases/${id}/schedule`, { publish_at, ends_at })).status).toBe(200);
    return id;
  }
  /** Sets a time of a release into the past, as if no server had been running. */
  const pass = (id: number, column: 'publish_at' | 'ends_at', minutes: number) =>
    database.kysely
      .updateTable('releases')
      .set({ [column]: new Date(Date.now() - minutes * MINUTE_MS - 10_000).toISOString() })
      .where('id', '=', id)
      .execute();
  const notifications = async (token: string, subject: string): Promise<(string | null)[][]> =>
    (await api.call('GET', '/api/notifications', { token })).body.data.items
      .filter((item: { subject: string }) => item.subject === subject)
      .map(({ attempted_action, message }: Record<string, string | null>) => [attempted_action, message]);
  const problems = async (): Promise<string[]> =>
    (await api.call('GET', '/api/settings/system', { token: publisher })).body.data.health.problems;

  test('are reported once, in health details, log and notifications, and published as late', async () => {
    const id = await schedule('Finch');
    await pass(id, 'publish_at', 1);
    await overdue.check(log);
    expect([warnings, await problems()]).toEqual([[], []]);

    await pass(id, 'publish_at', 14);
    await Promise.all([overdue.check(log), overdue.check(log)]);
    await overdue.check(log);
    const text = '“Finch” should have been published 14 minutes ago.';
    expect(await problems()).toEqual([text]);
    expect(warnings).toEqual([[expect.objectContaining({ release: id }), 'a release is overdue']]);
    expect(JSON.stringify(warnings)).not.toContain('Finch');
    for (const token of [editor, publisher])
      expect(await notifications(token, 'Finch')).toEqual([['Release overdue', text]]);
    expect(await notifications(reader, 'Finch')).toEqual([]);
    await api.call('DELETE', '/api/notifications', { token: editor });
    await overdue.check(log);
    expect(await notifications(editor, 'Finch')).toEqual([]);

    await api.publishDueReleases();
    await api.publishDueReleases();
    for (const token of [editor, publisher])
      expect((await notifications(token, 'Finch'))[0]).toEqual([
        null,
        '“Finch” was published 14 minutes late.',
      ]);
    expect(await notifications(editor, 'Finch')).toHaveLength(1);
    expect(await problems()).toEqual([]);

    warnings = [];
    await pass(id, 'ends_at', 200);
    await overdue.check(log);
    await overdue.check(log);
    expect(await problems()).toEqual(['“Finch” should have been rolled back 3 hours ago.']);
    expect(warnings).toHaveLength(1);
    await api.publishDueReleases();
    expect((await notifications(editor, 'Finch'))[0]).toEqual([
      null,
      '“Finch” was rolled back 3 hours late.',
    ]);
    await overdue.check(log);
    expect([warnings.length, await problems()]).toEqual([1, []]);
  });

  test('are logged once while the database rejects changes, and reported later', async () => {
    const id = await schedule('Wren');
    await pass(id, 'publish_at', 5);
    const { schema } = database.kysely;
    await schema.alterTable('notifications').renameTo('full_disk').execute();
    await expect(overdue.check(log)).rejects.toThrow('notifications');
    await expect(overdue.check(log)).rejects.toThrow('notifications');
    expect(warnings).toHaveLength(1);
    expect(await problems()).toEqual(['“Wren” should have been published 5 minutes ago.']);
    await schema.alterTable('full_disk').renameTo('notifications').execute();
    await overdue.check(log);
    expect(warnings).toHaveLength(1);
    expect(await notifications(publisher, 'Wren')).toHaveLength(1);
    await api.publishDueReleases();
  });

  test('do not prevent other releases from being published', async () => {
    const [first, second] = [await schedule('Robin'), await schedule('Siskin')];
    await pass(first, 'publish_at', 30);
    await pass(second, 'publish_at', 1);
    const publishedIds: number[] = [];
    const busyDatabase = {
      publishDue: async (
        id: number,
        _now: string,
        { onSuccess }: { readonly onSuccess: (trx: Transaction<Schema>) => Promise<void> },
      ) => {
        if (id === first) throw new Error('The database is busy.');
        publishedIds.push(id);
        await database.kysely.transaction().execute(onSuccess);
        return true;
      },
      rollBackDue: async () => true,
    };
    const run = publishDue({ database, publishing: busyDatabase, adminEmail: 'admin@example.org' }, log);
    await expect(run).rejects.toThrow('The database is busy.');
    expect(publishedIds).toEqual([second]);
    expect(await notifications(reader, 'Siskin')).toEqual([]);
    expect(await notifications(publisher, 'Siskin')).toEqual([]);
    expect(await notifications(editor, 'Siskin')).toEqual([[null, '“Siskin” was published.']]);
  });
});
