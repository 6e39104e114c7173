import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { createReleasesFeature } from './releases.module.ts';
import { verifyAuditLog } from '#server/core/audit-log/verify';
import { type Dependencies, openDependencies } from '#server/app/dependencies';
import { readConfig } from '#server/app/config';
import { packageRoot } from '#server/core/package-root';
import { checkDatabase } from '#server/features/system/check/database';
import { engines } from '#server/testing/databases';
import { addUserRow, contextWith } from '#server/testing/factories';
import { addReleaseRow, releaseAccessOf } from '#server/testing/release-access';
import { inTransaction } from '#server/core/db/transaction';

const BOOKS = 20;
const adminEmail = 'admin@example.org';
/** The parts of all statements after which a process is killed. */
const shares = [0.3, 0.6, 0.99];

describe.each(engines)('a due release on $name', (engine) => {
  const undo: (() => Promise<unknown>)[] = [];
  let dependencies: Dependencies;
  let dataDir: string;
  let url: string;
  let userId: number;

  beforeAll(async () => {
    const testDatabase = await engine.createMigratedUrl();
    undo.push(testDatabase.remove);
    ({ url } = testDatabase);
    dataDir = await mkdtemp(join(tmpdir(), 'lectern-kill-publishing-'));
    undo.push(() => rm(dataDir, { recursive: true, force: true }));
    const env = { DATA_DIR: dataDir, DATABASE_URL: url, ADMIN_EMAIL: adminEmail };
    dependencies = await openDependencies(readConfig(env));
    undo.push(() => dependencies.close());
    userId = await addUserRow(dependencies.database, adminEmail);
    for (let number = 1; number <= BOOKS; number += 1)
      await dependencies.services.books.create(
        { name: `Book ${number}`, author: { name: 'Ada Marsh' } },
        contextWith(),
      );
  });
  afterAll(async () => {
    for (const step of undo.toReversed()) await step();
  });

  /** Runs a process that publishes and rolls back due releases. @returns the number of its statements; undefined if it was killed */
  async function run(limit?: number): Promise<number | undefined> {
    const child = fork(join(packageRoot, 'server', 'testing', 'publishing-child.ts'), [
      dataDir,
      url,
      ...(limit === undefined ? [] : [String(limit)]),
    ]);
    let statements: number | undefined;
    child.on('message', (message) => {
      statements = Number(message);
    });
    await once(child, 'exit');
    expect(child.signalCode ?? child.exitCode).toBe(statements === undefined ? 'SIGKILL' : 0);
    return statements;
  }
  const namesOf = async () =>
    (await dependencies.database.kysely.selectFrom('books').select('name').orderBy('id').execute()).map(
      ({ name }) => name,
    );
  const isDue = { scheduled_by: 0, version: 1 };
  const rowOf = (id: number) =>
    dependencies.database.kysely
      .selectFrom('releases')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  const past = new Date(Date.now() - 60_000).toISOString();

  /** Adds a due release that changes the names of all books. */
  async function addDueRelease(suffix: string, fields: object = {}): Promise<number> {
    const { database, services, files } = dependencies;
    const id = await addReleaseRow(database);
    const releases = releaseAccessOf(database, services, files);
    const books = await database.kysely.selectFrom('books').select(['id', 'name']).orderBy('id').execute();
    await inTransaction(database, (trx) =>
      releases.saveMany(
        trx,
        { releaseId: id, kind: 'books', userId, source: 'test', newRecords: 0 },
        async ({ update }) => {
          for (const book of books)
            await update({ id: book.id, name: `${book.name}${suffix}`, ...fields } as never);
        },
      ),
    );
    await database.kysely
      .updateTable('releases')
      .set({ ...isDue, scheduled_by: userId, status: 'scheduled', publish_at: past })
      .where('id', '=', id)
      .execute();
    return id;
  }

  test('is published and rolled back once, by whichever process is not killed', async () => {
    const { kysely } = dependencies.database;
    const setEnd = (id: number) =>
      kysely.updateTable('releases').set({ ends_at: past }).where('id', '=', id).execute();
    const countedId = await addDueRelease(' counted');
    const publishStatements = (await run()) ?? 0;
    await setEnd(countedId);
    const rollBackStatements = (await run()) ?? 0;
    expect(Math.min(publishStatements, rollBackStatements)).toBeGreaterThan(BOOKS);

    for (const [index, share] of shares.entries()) {
      const before = await namesOf();
      const after = before.map((name) => `${name} ${index}`);
      const id = await addDueRelease(` ${index}`);
      await run(Math.floor(publishStatements * share));
      // Nothing, or everything.
      const { status } = await rowOf(id);
      expect(await namesOf()).toEqual(status === 'published' ? after : before);
      await Promise.all([run(), run()]);
      expect(await namesOf()).toEqual(after);
      const publishedRelease = await rowOf(id);
      expect(publishedRelease.status).toBe('published');

      await setEnd(id);
      await run(Math.floor(rollBackStatements * share));
      const left = await rowOf(id);
      expect(await namesOf()).toEqual(left.status === 'rolled_back' ? before : after);
      await Promise.all([run(), run()]);
      expect([await namesOf(), (await rowOf(id)).status]).toEqual([before, 'rolled_back']);
      // One cause for the publication and one for the rollback, each with one entry for each book.
      const entries = await kysely
        .selectFrom('audit_log')
        .select(['cause_id', (eb) => eb.fn.countAll<number>().as('count')])
        .where('cause_id', '>=', publishedRelease.entry_id ?? 0)
        .groupBy('cause_id')
        .execute();
      expect(entries.map(({ count }) => count)).toEqual([BOOKS, BOOKS]);
    }
    expect(await checkDatabase(dependencies.database)).toEqual([]);
    expect((await verifyAuditLog(kysely)).broken).toBeUndefined();
  });

  test('is published with its notification when a full disk has space again', async () => {
    const { database } = dependencies;
    const before = await namesOf();
    const id = await addDueRelease(' with text', { description: 'A long text. '.repeat(1_000) });
    const statement = (text: string) =>
      sql<Record<string, unknown>>`${sql.raw(text)}`.execute(database.kysely);
    if (engine.name === 'SQLite') {
      const { rows } = await statement('pragma page_count');
      await statement(`pragma max_page_count = ${Number(rows[0]?.['page_count']) + 1}`);
    } else {
      await statement(`create function no_room() returns trigger language plpgsql as
        $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`);
      await statement('create trigger no_room before insert on notifications execute function no_room()');
    }
    const quiet = (): undefined => undefined;
    const publish = () =>
      createReleasesFeature(dependencies).refresh.run(new AbortController().signal, {
        info: quiet,
        warn: quiet,
        error: quiet,
      } as never);
    const error = await publish().catch((reason: unknown) => reason);
    expect(database.explain(error)).toMatchObject({ status: 507 });
    expect([await namesOf(), (await rowOf(id)).status]).toEqual([before, 'scheduled']);
    await (engine.name === 'SQLite'
      ? statement('pragma max_page_count = 1000000')
      : statement('drop trigger no_room on notifications'));
    await publish();
    expect((await rowOf(id)).status).toBe('published');
    expect(await namesOf()).not.toEqual(before);
    const notifications = await database.kysely
      .selectFrom('notifications')
      .select(['user_id', 'outcome'])
      .where('entry_key', 'like', `release:${id}:%`)
      .execute();
    expect(notifications).toEqual([{ user_id: userId, outcome: 'success' }]);
  });
});
