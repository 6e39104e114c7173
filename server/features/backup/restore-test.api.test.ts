import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BackupProblem, backupProblemTexts } from '#contract/backup/backup';
import { allPermissions } from '#contract/core/permissions';
import { inTransaction } from '#server/core/db/transaction';
import { exampleBackup } from '#server/core/http/api-docs/examples';
import { createMail } from '#server/core/mail/mail';
import { type BackupSetup, backupKinds, openBackupSetup, runBackupJob } from '#server/testing/backup-setup';
import { engines } from '#server/testing/databases';
import { createBackupProblems } from './backup-problems.ts';
import { hashHomeScreens } from './home-hash.ts';
import { createRestoreTestJob } from './restore-test.jobs.ts';

describe.each(backupKinds)('backups of %s to a %s', (engineName, kind, passphrase) => {
  let location: BackupSetup;
  let token: string;
  beforeAll(async () => {
    const engine = engines.find(({ name }) => name === engineName);
    if (!engine) throw new Error(`There is no engine ${engineName}.`);
    location = await openBackupSetup(engine, kind, passphrase);
    token = await location.api.tokenFor(allPermissions);
  });
  afterAll(() => location.close());

  const list = async () => (await location.api.call('GET', '/api/backups', { token })).body.data;
  const start = async () => {
    const { body } = await location.api.call('POST', '/api/backups', { token });
    return { jobId: body.data.job_id as number };
  };

  test('are tested by a restore, and failed tests are reported to administrators', {
    timeout: 240_000,
  }, async () => {
    const { api, database } = location;
    const { kysely } = database;
    const problems = createBackupProblems({
      database,
      settings: api.settings,
      mail: createMail(api.jobs, 'smtp://127.0.0.1:9'),
      adminEmail: 'admin@example.org',
    });
    const testJob = createRestoreTestJob({
      database,
      config: api.config,
      version: '0.0.0',
      onTested: () => problems.check(),
    });
    const runTest = async () => {
      const startResponse = await api.call('POST', '/api/backups/test', { token });
      const jobId = startResponse.body.data.job_id as number;
      const outcome = await testJob.run({
        jobId,
        subjectId: 'catalogue',
        payload: {},
        userId: null,
        attempt: 1,
        signal: new AbortController().signal,
        progress: () => undefined,
      });
      await inTransaction(database, async (trx) => outcome.commit?.(trx));
      await kysely.updateTable('jobs').set({ state: 'done' }).where('id', '=', jobId).execute();
      await outcome.afterCommit?.();
    };
    const collection = await api.call('POST', '/api/books/collections', { token, json: { title: 'Sea' } });
    const items = [{ id: collection.body.data.id }];
    const home = await api.call('POST', '/api/books/mobile-configs', {
      token,
      json: {
        title: 'Home',
        is_main_service: true,
        config: [{ title: 'Shelf', type: 'list_collection', data: { items } }],
      },
    });
    expect(home.status).toBe(200);
    await kysely.deleteFrom('backups').execute();
    const hash = await hashHomeScreens(database);
    await runBackupJob(location, { jobId: (await start()).jobId });
    // The home screens are compared with those at the time of the backup.
    const { id } = home.body.data;
    const updateResponse = await api.call('POST', '/api/books/mobile-configs/update', {
      token,
      json: { id, title: 'Home', config: [] },
    });
    expect(updateResponse.status).toBe(200);
    expect(await hashHomeScreens(database)).not.toBe(hash);
    expect(await kysely.selectFrom('backups').select('home_hash').execute()).toEqual([{ home_hash: hash }]);
    // The folder of a killed restore test.
    await mkdir(join(api.config.dataDir, 'restore-test-1'));
    await runTest();
    expect(await list()).toMatchObject({ problems: [], items: [{ test_error: null }] });
    const [{ tested_at }] = (await list()).items;
    expect(Date.parse(tested_at)).toBeGreaterThan(Date.now() - 60_000);
    const scratch = async () =>
      (await readdir(api.config.dataDir)).filter((entry) => entry.startsWith('restore-test'));
    expect(await scratch()).toEqual([]);

    await kysely.updateTable('backups').set({ home_hash: 'other' }).execute();
    await runTest();
    const error = 'The home screens differ from those at the time of the backup.';
    expect(await list()).toMatchObject({ problems: ['test_failed'], items: [{ test_error: error }] });
    const notices = () =>
      kysely
        .selectFrom('notifications')
        .select(['message', 'outcome'])
        .where('attempted_action', '=', 'Backup problem')
        .execute();
    expect(await notices()).toEqual([
      { message: 'The last restore test of a backup failed.', outcome: 'failure' },
    ]);
    const emails = await kysely.selectFrom('emails').select('subject').execute();
    expect(emails.map(({ subject }) => subject)).toEqual(['[Lectern] Backup problem']);
    const { body } = await api.call('GET', '/api/settings/system', { token });
    expect(body.data.health.problems).toContain('The last restore test of a backup failed.');

    // A repeated failure sends no second notification.
    await kysely.updateTable('backups').set({ name: 'missing.backup' }).execute();
    await runTest();
    expect(await notices()).toHaveLength(1);
    const [{ test_error }] = (await list()).items;
    expect(test_error).toMatch(/^No backup found at/);
    expect(await scratch()).toEqual([]);
  });

  test('cause an email, a notification and a health problem when they are old, small or not tested', async () => {
    const { api, database } = location;
    const { kysely } = database;
    for (const table of ['backups', 'notifications', 'emails'] as const)
      await kysely.deleteFrom(table).execute();
    const day = 86_400_000;
    const now = Date.now();
    const problems = createBackupProblems({
      database,
      settings: api.settings,
      mail: createMail(api.jobs, 'smtp://127.0.0.1:9'),
      adminEmail: 'admin@example.org',
    });
    let reportCount = 0;
    /** Expects these problems, of which the first ones are new. */
    async function expectProblems(names: readonly BackupProblem[], newCount: number): Promise<void> {
      await problems.check();
      reportCount += newCount;
      expect(await problems.find()).toEqual(names);
      expect((await list()).problems).toEqual(names);
      const { body } = await api.call('GET', '/api/settings/system', { token });
      expect(body.data.health.problems).toEqual(names.map((name) => backupProblemTexts[name]));
      const notices = await kysely.selectFrom('notifications').select('message').orderBy('id').execute();
      const emails = await kysely.selectFrom('emails').select('body').orderBy('id').execute();
      expect([notices.length, emails.length]).toEqual([reportCount, reportCount]);
      if (newCount === 0) return;
      const [name] = names;
      const text = name && backupProblemTexts[name];
      expect(notices.at(-1)).toEqual({ message: text });
      expect(emails.at(-1)?.body).toContain(text);
    }
    const add = (days: number, bytes: number, isTested = false) =>
      kysely
        .insertInto('backups')
        .values({
          ...exampleBackup,
          name: `${days}`,
          bytes,
          created_at: new Date(now - days * day).toISOString(),
          tested_at: isTested ? new Date(now - days * day).toISOString() : null,
        })
        .execute();
    await expectProblems([], 0);
    await add(14, 1_000, true);
    await expectProblems(['too_old'], 1);
    await add(1, 801);
    await expectProblems([], 0);
    await add(0.5, 640);
    await expectProblems(['smaller'], 1);
    await kysely
      .updateTable('backups')
      .set({ tested_at: new Date(now - 15 * day - 60_000).toISOString() })
      .where('name', '=', '14')
      .execute();
    await expectProblems(['test_missing', 'smaller'], 1);
  });
});
