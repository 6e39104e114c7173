import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import type { Services } from '#server/app/modules';
import type { Database } from '#server/core/db/open';
import type { Schema } from '#server/core/db/schema';
import { lockCatalogue } from '#server/core/db/catalogue';
import { inTransaction } from '#server/core/db/transaction';
import { notFound } from '#server/core/errors';
import { eachDatabase } from '#server/testing/databases';
import { addReleaseRow } from '#server/testing/release-access';
import { settingsOf } from '#server/testing/settings';
import { createSharedViews } from './shared-views.ts';

const HOUR = 3_600_000;

eachDatabase('shared views of releases', (openEmpty) => {
  let database: Database;
  let viewCount: number;
  const viewsFor = (openMs?: number) =>
    createSharedViews(
      {
        database,
        createServices() {
          viewCount++;
          return {} as Services;
        },
        servicesByResource: () => ({}) as never,
        settings: settingsOf(),
      },
      openMs,
    );
  const noteOf = (db: Database['kysely']) =>
    db.selectFrom('settings').select('value').where('key', '=', 'test_note').executeTakeFirst();
  const writeNote = (value: string) =>
    inTransaction(database, async (trx) => {
      await lockCatalogue(trx);
      const row: Schema['settings'] = { key: 'test_note', value, changed_at: '', changed_by: null };
      await trx.deleteFrom('settings').where('key', '=', row.key).execute();
      await trx.insertInto('settings').values(row).execute();
    });

  beforeEach(async () => {
    if (!database) {
      database = await openEmpty();
      // Their IDs are 1 and 2.
      for (let number = 0; number < 2; number++) await addReleaseRow(database);
    }
    viewCount = 0;
  });
  afterAll(() => database.close());

  test('serve several reads with one transaction, which ends when a write waits', async () => {
    const views = viewsFor(HOUR);
    const read = (release: number) => views.read(release, ({ trx }) => noteOf(trx));
    await writeNote('"first"');
    expect(await Promise.all([read(1), read(1)])).toEqual([{ value: '"first"' }, { value: '"first"' }]);
    expect(await read(1)).toEqual({ value: '"first"' });
    expect(viewCount).toBe(1);
    // This write would wait for an hour if the transaction stayed open.
    await writeNote('"second"');
    expect(await read(1)).toEqual({ value: '"second"' });
    expect(viewCount).toBe(2);
    await read(2);
    expect(viewCount).toBe(3);
    await views.close();
  });

  test('end after a time, for the writes of other processes', async () => {
    const views = viewsFor(1);
    const read = () => views.read(1, async () => viewCount);
    expect(await read()).toBe(1);
    await vi.waitFor(async () => expect(await read()).toBeGreaterThan(1));
    await views.close();
  });

  test('end after a failed statement, but not after an error of a request', async () => {
    const views = viewsFor(HOUR);
    await expect(views.read(1, () => Promise.reject(notFound('book')))).rejects.toMatchObject({
      status: 404,
    });
    await views.read(1, async () => undefined);
    expect(viewCount).toBe(1);
    await expect(views.read(1, ({ trx }) => sql`select * from nothing_here`.execute(trx))).rejects.toThrow(
      'nothing_here',
    );
    expect(await views.read(1, ({ trx }) => noteOf(trx))).toEqual({ value: '"second"' });
    expect(viewCount).toBe(2);
    await views.close();
  });
});
