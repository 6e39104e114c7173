import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { bulkRequest } from '#contract/bulk/bulk';
import { allPermissions } from '#contract/core/permissions';
import type { SessionUser } from '#server/core/auth/sessions';
import { type Dependencies, openDependencies } from '#server/app/dependencies';
import { checkDatabase } from '#server/features/system/check/database';
import { readConfig } from '#server/app/config';
import { createJobHandlers } from '#server/app/job-handlers';
import { startWorkers } from '#server/core/jobs/workers';
import { verifyAuditLog } from '#server/core/audit-log/verify';
import { packageRoot } from '#server/core/package-root';
import { inRelease } from '#server/core/resource/request-release';
import { engines } from '#server/testing/databases';
import { addUserRow, contextWith } from '#server/testing/factories';
import { addReleaseRow, releaseAccessOf } from '#server/testing/release-access';
import { createBulkService } from './bulk.service.ts';

const BOOKS = 350;
const adminEmail = 'admin@example.org';

describe.each(engines)('bulk changes on $name', (engine) => {
  const undo: (() => Promise<unknown>)[] = [];
  afterAll(async () => {
    for (const step of undo.toReversed()) await step();
  });

  async function openFilled(databaseUrl: string, dataDir: string) {
    const env = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, ADMIN_EMAIL: adminEmail };
    const dependencies = await openDependencies(readConfig(env));
    undo.push(() => dependencies.close());
    const id = await addUserRow(dependencies.database, adminEmail);
    const codes: string[] = [];
    for (let number = 1; number <= BOOKS; number += 1) {
      const author = { name: `Author ${number % 7}` };
      const book = { name: `Book ${number}`, language: (number % 3) + 1, author };
      codes.push((await dependencies.services.books.create(book, contextWith())).code);
    }
    const shelf = { title: 'Shelf', book_codes: codes.slice(0, BOOKS / 2) };
    await dependencies.services.collections.create(shelf, contextWith());
    const user = { id, email: adminEmail, permissions: new Set(allPermissions) } as unknown as SessionUser;
    return { dependencies, callContext: { user, authorize: async () => user } };
  }

  /** Returns the state that a bulk change touches and that its undo must restore. */
  async function stateOf({ database: { kysely } }: Dependencies) {
    const books = await kysely
      .selectFrom('books')
      .innerJoin('authors', 'authors.id', 'books.author_id')
      .select(['books.id', 'books.name', 'books.language', 'authors.name as author', 'authors.book_count'])
      .orderBy('books.id')
      .execute();
    const onShelf = await kysely
      .selectFrom('collection_books')
      .select(['book_id', 'position'])
      .orderBy('position')
      .execute();
    return { books, onShelf };
  }

  async function killMidway(dataDir: string, url: string, share: string) {
    const child = fork(
      join(packageRoot, 'server', 'testing', 'changing-child.ts'),
      [dataDir, url, share],
      {},
    );
    await once(child, 'exit');
    expect(child.signalCode).toBe('SIGKILL');
  }

  test('completes one in a release after kill -9, each book once', async () => {
    const testDatabase = await engine.createMigratedUrl();
    undo.push(testDatabase.remove);
    const dataDir = await mkdtemp(join(tmpdir(), 'lectern-kill-release-'));
    undo.push(() => rm(dataDir, { recursive: true, force: true }));
    const { dependencies, callContext: context } = await openFilled(testDatabase.url, dataDir);
    const { database, jobs, settings } = dependencies;
    const releases = releaseAccessOf(database, dependencies.services, dependencies.files);
    const bulk = createBulkService({ database, jobs, settings, releases });
    const before = await stateOf(dependencies);
    const releaseId = await addReleaseRow(database);
    const ids = before.books.map(({ id }) => id);
    const order = bulkRequest.parse({ ids, changes: { author: { name: 'All Of Them' } } });
    const { id } = await inRelease(releaseId, () => bulk.apply(context, order));
    await killMidway(dataDir, testDatabase.url, '0.5');
    const left = await bulk.get(context.user, id);
    expect(left.done).toBeGreaterThan(0);
    expect(left.done).toBeLessThan(BOOKS);
    const quiet = () => undefined;
    const workers = startWorkers({
      database,
      queue: jobs,
      handlers: createJobHandlers(dependencies),
      log: { info: quiet, warn: quiet, error: quiet },
    });
    await vi.waitFor(async () => expect((await bulk.get(context.user, id)).done).toBe(BOOKS), 60_000);
    await workers.stop();
    expect(await bulk.get(context.user, id)).toMatchObject({ done: BOOKS, changed: BOOKS });
    const rows = await database.kysely
      .selectFrom('release_changes')
      .select('record_id')
      .where('release_id', '=', releaseId)
      .orderBy('record_id')
      .execute();
    expect(rows.map(({ record_id }) => record_id)).toEqual(ids);
    expect(await stateOf(dependencies)).toEqual(before);
    expect(await checkDatabase(database)).toEqual([]);
  });

  test.each<[string, object, string]>([
    ['of a field', { author: { name: 'All Of Them' }, language: 4 }, '0.5'],
    ['that deletes', { delete: true }, '0.3'],
  ])('completes one %s after kill -9, each book once', async (_, changes, share) => {
    const testDatabase = await engine.createMigratedUrl();
    undo.push(testDatabase.remove);
    const dataDir = await mkdtemp(join(tmpdir(), 'lectern-kill-change-'));
    undo.push(() => rm(dataDir, { recursive: true, force: true }));
    const { dependencies, callContext: context } = await openFilled(testDatabase.url, dataDir);
    const { database, jobs, settings } = dependencies;
    const releases = releaseAccessOf(database, dependencies.services, dependencies.files);
    const bulk = createBulkService({ database, jobs, settings, releases });
    const before = await stateOf(dependencies);
    const ids = before.books.map(({ id }) => id);

    const problems: unknown[] = [];
    const goOn = async (id: number) => {
      const left = await bulk.get(context.user, id);
      expect(left.done).toBeGreaterThan(0);
      expect(left.done).toBeLessThan(BOOKS);
      const log = {
        info: () => undefined,
        warn: () => undefined,
        error: (problem: unknown) => problems.push(problem),
      };
      const workers = startWorkers({ database, queue: jobs, handlers: createJobHandlers(dependencies), log });
      await vi.waitFor(async () => expect((await bulk.get(context.user, id)).done).toBe(BOOKS), 60_000);
      await workers.stop();
      expect(await bulk.get(context.user, id)).toMatchObject({ total: BOOKS, done: BOOKS, changed: BOOKS });
      const { entry_id } = await bulk.get(context.user, id);
      const rows = await database.kysely
        .selectFrom('audit_log')
        .select((eb) => ['record_id', eb.fn.countAll<number>().as('entries')])
        .where('kind', '=', 'books')
        .where('cause_id', '=', entry_id)
        .groupBy('record_id')
        .orderBy('record_id')
        .execute();
      expect(rows).toEqual(ids.map((record_id) => ({ record_id, entries: 1 })));
      expect((await verifyAuditLog(database.kysely)).broken).toBeUndefined();
      expect(await checkDatabase(database)).toEqual([]);
    };

    const { id } = await bulk.apply(context, bulkRequest.parse({ ids, changes }));
    await killMidway(dataDir, testDatabase.url, share);
    await goOn(id);
    const after = await stateOf(dependencies);
    expect(after.books.filter(({ language }) => language !== 4)).toEqual([]);

    const undoJob = await bulk.undo(context, id);
    await killMidway(dataDir, testDatabase.url, share);
    await goOn(undoJob.id);
    expect(await stateOf(dependencies)).toEqual(before);
    expect(problems).toEqual([]);
  });
});
