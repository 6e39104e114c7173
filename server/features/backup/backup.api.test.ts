import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allPermissions } from '#contract/core/permissions';
import { exampleBackup } from '#server/core/http/api-docs/examples';
import { type BackupSetup, backupKinds, openBackupSetup, runBackupJob } from '#server/testing/backup-setup';
import { engines } from '#server/testing/databases';
import { makeImage } from '#server/testing/media-files';
import { checkAgainst } from './backup-commands.ts';

describe.each(backupKinds)('backups of %s to a %s', (engineName, kind, passphrase) => {
  let location: BackupSetup;
  let token: string;
  beforeAll(async () => {
    const engine = engines.find(({ name }) => name === engineName);
    if (!engine) throw new Error(`There is no engine ${engineName}.`);
    location = await openBackupSetup(engine, kind, passphrase);
    token = await location.api.tokenFor(allPermissions);
    const image = { bytes: await makeImage('png'), name: 'cover.png' };
    const createResponse = await location.api.call('POST', '/api/books/create', {
      token,
      form: { name: 'First', image },
    });
    if (createResponse.status !== 200) throw new Error(createResponse.text);
  });
  afterAll(() => location.close());

  const list = async () => (await location.api.call('GET', '/api/backups', { token })).body.data;
  const start = async () => {
    const { status, body } = await location.api.call('POST', '/api/backups', { token });
    expect(status).toBe(200);
    return { jobId: body.data.job_id as number };
  };

  test('start one at a time, and are listed, downloaded and deleted', { timeout: 120_000 }, async () => {
    expect(await list()).toMatchObject({
      items: [],
      total: 0,
      is_encrypted: passphrase !== undefined,
      job_id: null,
    });
    const { jobId } = await start();
    expect(await start()).toEqual({ jobId });
    expect(await list()).toMatchObject({ job_id: jobId, total: 0 });
    const { progress } = await runBackupJob(location, { jobId });
    expect(progress.at(-1)).toBeGreaterThan(0);

    const { items, total, job_id } = await list();
    expect({ total, job_id }).toEqual({ total: 1, job_id: null });
    const [backup] = items;
    expect(backup).toMatchObject({
      missing_files: 0,
      is_encrypted: passphrase !== undefined,
      user: { name: 'Someone' },
    });
    expect(backup.files).toBeGreaterThan(0);
    expect(backup.bytes).toBeGreaterThan(backup.file_bytes);
    expect(JSON.stringify(await list())).not.toContain(location.destination.url);

    const response = await location.api.app.inject({
      method: 'GET',
      url: `/api/backups/${backup.id}/download`,
      headers: { authorization: `Bearer ${token}` },
    });
    expect(response.headers['content-disposition']).toBe(`attachment; filename="${backup.name}"`);
    const file = join(location.api.config.dataDir, 'downloaded.backup');
    await writeFile(file, response.rawPayload);
    const config = { ...location.api.config, version: '0.0.0' };
    const lines: string[] = [];
    await checkAgainst(config, { location: file, passphrase }, (line) => void lines.push(line));
    expect(lines[0]).toMatch(/^The backup of .* is complete: \d+ files?\.$/);
    // The download adds an entry to the security log. Each request updates the last activity of its user.
    expect(lines.slice(1).filter((line) => !line.startsWith('Table users differs'))).toEqual([
      expect.stringMatching(/^Table security_events differs/),
    ]);

    await runBackupJob(location, await start());
    const deleteResponse = await location.api.call('DELETE', `/api/backups/${backup.id}`, { token });
    expect(deleteResponse.status).toBe(200);
    expect((await list()).total).toBe(1);
    const log = await location.api.call('GET', '/api/security-log', {
      token,
      query: { kind: 'backup_deleted' },
    });
    expect(log.body.data.items).toMatchObject([{ detail: backup.name, actor: { name: 'Someone' } }]);
    const again = await location.api.call('DELETE', `/api/backups/${backup.id}`, { token });
    expect([again.status, again.body.code]).toEqual([404, 'backups.not_found']);
  });

  test('require settings:edit and a confirmation, and a download requires all permissions', async () => {
    const { jobId } = await start();
    await runBackupJob(location, { jobId });
    const [{ id }] = (await list()).items;
    const call = async (method: 'GET' | 'POST' | 'DELETE', path: string, caller: string) =>
      (await location.api.call(method, `/api/backups${path}`, { token: caller })).status;
    const viewer = await location.api.tokenFor([]);
    const manager = await location.api.tokenFor(['settings:edit']);
    for (const path of ['', `/${id}/download`]) expect(await call('GET', path, viewer)).toBe(403);
    expect(await call('GET', '', manager)).toBe(200);
    expect(await call('GET', `/${id}/download`, manager)).toBe(403);
    const apiToken = await location.api.scriptTokenFor(token, allPermissions);
    expect(await call('GET', `/${id}/download`, apiToken)).toBe(403);
    expect(await call('DELETE', `/${id}`, apiToken)).toBe(403);
    expect(await call('POST', '', apiToken)).toBe(200);
    const proven_at = new Date(Date.now() - 11 * 60_000).toISOString();
    await location.database.kysely.updateTable('sessions').set({ proven_at }).execute();
    for (const [method, path] of [
      ['POST', ''],
      ['GET', `/${id}/download`],
      ['DELETE', `/${id}`],
    ] as const)
      expect(await call(method, path, token), `${method} ${path}`).toBe(403);
    await location.database.kysely
      .updateTable('sessions')
      .set({ proven_at: new Date().toISOString() })
      .execute();
  });

  test('show why the last one failed, until a backup is completed', async () => {
    const { jobId } = await start();
    const file = join(location.api.config.dataDir, 'no-folder');
    await writeFile(file, '');
    const backupStoreUrl =
      kind === 'folder'
        ? `file:${file}/backups`
        : location.destination.url.replace('s3://blobs?', 's3://missing?');
    const message = await runBackupJob(location, { jobId, backupStoreUrl }).then(
      () => 'completed',
      (error: unknown) => (error instanceof Error ? error.message : ''),
    );
    expect(message).toMatch(
      kind === 'folder'
        ? /^The backup destination isn’t writable \(ENOTDIR\)\. Check BACKUP_STORE_URL\.$/
        : /^The backup destination responded with 404 NoSuchBucket\. Check BACKUP_STORE_URL and the AWS variables\.$/,
    );
    const finished_at = new Date().toISOString();
    const failedFields = { state: 'failed', error: message, finished_at } as const;
    await location.database.kysely.updateTable('jobs').set(failedFields).where('id', '=', jobId).execute();
    expect(await list()).toMatchObject({ job_id: null, last_failure: { at: finished_at, message } });
    await runBackupJob(location, await start());
    expect(await list()).toMatchObject({ last_failure: null });
  });

  test('are not listed when interrupted, and are deleted by the next backup', async () => {
    const before = await list();
    const jobId = before.job_id ?? (await start()).jobId;
    const cut = await runBackupJob(location, { jobId, isCut: true });
    expect((await list()).total).toBe(before.total);
    const { name } = cut.outcome.result as { name: string };
    const { outcome } = await runBackupJob(location, { jobId });
    const names = (await list()).items.map((item: { name: string }) => item.name);
    expect(names).toContain((outcome.result as { name: string }).name);
    const rows = await location.database.kysely.selectFrom('backups').select('name').execute();
    expect(rows.map((row) => row.name)).not.toContain(name);
    if (kind === 'folder') {
      const files = await readdir(location.destination.url.slice('file:'.length));
      expect(files.filter((file) => file.endsWith('.backup')).toSorted()).toEqual(names.toSorted());
      const { mode } = await stat(join(location.destination.url.slice('file:'.length), names[0] as string));
      expect(mode & 0o077).toBe(0);
    }
  });

  test('are not deleted while one of them is the newest that can be restored', async () => {
    const { kysely } = location.database;
    await kysely.deleteFrom('backups').execute();
    const add = (day: number, testFields: Partial<typeof exampleBackup> = {}) =>
      kysely
        .insertInto('backups')
        .values({
          ...exampleBackup,
          name: `day-${day}.backup`,
          created_at: `2026-01-0${day}T02:00:00.000Z`,
          ...testFields,
        })
        .execute();
    const protectedNames = async () =>
      (await list()).items
        .filter((item: { is_protected: boolean }) => item.is_protected)
        .map((item: { name: string }) => item.name);
    const remove = async (name: string) => {
      const { id } = await kysely
        .selectFrom('backups')
        .select('id')
        .where('name', '=', name)
        .executeTakeFirstOrThrow();
      return (await location.api.call('DELETE', `/api/backups/${id}`, { token })).status;
    };
    const tested_at = '2026-01-09T02:00:00.000Z';
    await add(1);
    await add(2);
    expect(await protectedNames()).toEqual(['day-2.backup']);
    expect(await remove('day-2.backup')).toBe(409);
    await add(3, { tested_at });
    await add(4, { tested_at, test_error: 'The backup is damaged in table books.' });
    await add(5);
    expect(await protectedNames()).toEqual(['day-3.backup']);
    expect(await remove('day-3.backup')).toBe(409);
    for (const day of [1, 2, 4, 5]) expect(await remove(`day-${day}.backup`)).toBe(200);
    expect((await list()).items).toMatchObject([{ name: 'day-3.backup' }]);
  });

  test('are deleted after the retention period only if they are scheduled and not protected', async () => {
    const { kysely } = location.database;
    await kysely.deleteFrom('backups').execute();
    const nights = Array.from({ length: 10 }, (_, index) => ({
      ...exampleBackup,
      name: `night-${index + 1}.backup`,
      created_at: new Date(Date.now() - (index + 1) * 86_400_000).toISOString(),
      // The newest backup that passed a restore test.
      tested_at: index === 7 ? new Date().toISOString() : null,
    }));
    const old = {
      ...exampleBackup,
      name: 'old.backup',
      created_at: '2020-01-01T02:00:00.000Z',
      is_scheduled: 0,
    };
    await kysely
      .insertInto('backups')
      .values([...nights, old])
      .execute();
    const removedName = 'night-9.backup';
    const folder = location.destination.url.slice('file:'.length);
    if (kind === 'folder') await writeFile(join(folder, removedName), '');
    const { outcome } = await runBackupJob(location, { jobId: (await start()).jobId, isScheduled: true });
    await outcome.afterCommit?.();
    const names = (await kysely.selectFrom('backups').select('name').execute()).map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['night-1.backup', 'night-6.backup', 'night-8.backup', 'old.backup']),
    );
    // 7 daily backups, at most 2 weekly and 1 monthly ones, 1 protected one and 1 that a user started.
    expect(names.length).toBeLessThanOrEqual(7 + 2 + 1 + 1 + 1);
    expect(names).not.toContain(removedName);
    if (kind === 'folder') expect(await readdir(folder)).not.toContain(removedName);
  });
});
