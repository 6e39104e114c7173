import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { allPermissions } from '#contract/core/permissions';
import { backgroundWork } from '#server/core/background-work';
import { eachDatabase } from '#server/testing/databases';
import { makeImage } from '#server/testing/media-files';
import { openTestApp } from '#server/testing/open-test-app';
import { recordBackup } from './last-backup.ts';
import { createPackageReader } from './packages.ts';
import { describeDatabase, describeStore } from './where.ts';

eachDatabase('the system page', async (openEmpty) => {
  const database = await openEmpty();
  const api = await openTestApp(database, { databaseUrl: 'postgres://me:secret@db.example:5432/lectern' });
  const token = await api.tokenFor(allPermissions);
  afterAll(() => api.close());

  const read = async () => (await api.call('GET', '/api/settings/system', { token })).body.data;

  test('returns versions, sizes and problems, and no secret', async () => {
    const image = { bytes: await makeImage('png'), name: 'cover.png' };
    await api.call('POST', '/api/books/categories', { token, form: { name: 'Novels', image } });
    const { text, body } = await api.call('GET', '/api/settings/system', { token });
    const { data } = body;
    expect(data.database.description).toMatch(/^(SQLite 3|PostgreSQL \d\d).+ at db\.example:5432$/);
    expect(data.database.bytes).toBeGreaterThan(10_000);
    expect(data.store).toMatchObject({ description: 'Local folder', files: 2 });
    expect(data.store.bytes).toBeGreaterThan(100);
    expect(data.disk.free).toBeLessThanOrEqual(data.disk.total);
    expect(data.disk.free).toBeGreaterThan(0);
    const integrity_check =
      database.dialect.engine === 'sqlite' ? { is_running: false, checked_at: null } : null;
    expect(data.health).toMatchObject({ is_ready: true, problems: [], integrity_check });
    await backgroundWork.run('Example', async () => false);
    expect((await read()).health.background_work).toContainEqual(
      expect.objectContaining({ name: 'Example', is_running: false, waited_ms: 0 }),
    );
    expect(data.runtime).toBe(`Node.js ${process.versions.node}`);
    expect(Date.parse(data.started_at)).toBeLessThanOrEqual(Date.now());
    const counts = Object.fromEntries(
      data.counts.map(({ name, count }: { name: string; count: number }) => [name, count]),
    );
    expect(counts).toMatchObject({ books: 0, categories: 1, challenges: 0, users: 1, trash: 0, jobs: 0 });
    expect(text).not.toMatch(/secret|me:/);
    expect(text).not.toContain(api.config.dataDir);
  });

  test('warns of a proxy setting that trusts every address', async () => {
    expect((await read()).notices).not.toContain('trust_proxy_all');
    const open = await openTestApp(database, { trustProxy: true });
    const { body } = await open.call('GET', '/api/settings/system', { token });
    expect(body.data.notices).toContain('trust_proxy_all');
    await open.close();
  });

  test('returns the last recorded backup', async () => {
    expect((await read()).last_backup).toBeNull();
    await recordBackup(database.kysely, 'nightly');
    const { at } = await recordBackup(database.kysely, '  to the other house ');
    expect((await read()).last_backup).toEqual({ at, note: 'to the other house' });
    // It is not a setting that users can change.
    const settings = await api.call('GET', '/api/settings', { token });
    expect(settings.text).not.toContain('other house');
  });

  test('requires the permission to change settings', async () => {
    const other = await api.tokenFor(['books:edit', 'users:manage']);
    expect((await api.call('GET', '/api/settings/system', { token: other })).status).toBe(403);
    expect((await api.call('GET', '/api/settings/system')).status).toBe(401);
  });
});

test.each([
  ['SQLite 3.54.0', 'file:/srv/secret/catalogue.db', 'SQLite 3.54.0 (local disk)'],
  ['PostgreSQL 18.4', 'postgres://u:p@db.example/x?password=p', 'PostgreSQL 18.4 at db.example'],
])('describes %s of %s as %s', (name, url, expected) => {
  expect(describeDatabase(name, url)).toBe(expected);
});

test('describes a read replica by its host', () => {
  const replicaUrl = 'postgres://u:p@replica.example/x';
  expect(describeDatabase('PostgreSQL 18.4', 'postgres://u:p@db.example/x', replicaUrl)).toBe(
    'PostgreSQL 18.4 at db.example, read replica at replica.example',
  );
});

test.each([
  ['file:/srv/blobs', 'Local folder'],
  ['s3://books?endpoint=https://key:word@s3.example:9000/x&region=eu', 'S3 bucket books at s3.example:9000'],
  ['s3://books?region=eu', 'S3 bucket books'],
])('describes the file storage %s as %s', (url, expected) => {
  expect(describeStore(url)).toBe(expected);
});

test('returns the packages of the build, and none without a build', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-parts-'));
  const file = join(folder, 'packages.json');
  const packages = [{ name: 'zod', version: '4.6.7', licence: 'MIT' }];
  await writeFile(file, JSON.stringify(packages));
  expect(await createPackageReader(file)()).toEqual(packages);
  expect(await createPackageReader(join(folder, 'none.json'))()).toEqual([]);
  await rm(folder, { recursive: true });
});
