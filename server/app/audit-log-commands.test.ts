import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { allPermissions } from '#contract/core/permissions';
import { type Config, readConfig } from './config.ts';
import { type Database, migrate, openDatabase } from '#server/core/db/open';
import { exportAuditLog, verify } from './audit-log-commands.ts';
import { type TestApp, buildTestApp } from '#server/testing/build-test-app';
import { type TestBlobStore, openTestBlobStore } from '#server/testing/blob-stores';

/* Tests the commands for the audit log while a server runs on the same database. */

let folder: string;
let config: Config;
let database: Database;
let store: TestBlobStore;
let api: TestApp;
let token: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-journal-'));
  config = readConfig({ DATA_DIR: folder, DATABASE_URL: `file:${join(folder, 'catalogue.db')}` });
  database = await openDatabase(config.databaseUrl);
  await migrate(database);
  store = await openTestBlobStore('folder');
  api = await buildTestApp(database, store.blobs);
  token = await api.tokenFor(allPermissions);
  for (const name of ['Sea', 'Land', 'Air'])
    await api.call('POST', '/api/books/categories', { token, json: { name } });
});
afterEach(async () => {
  await api.close();
  await store.close();
  await rm(folder, { recursive: true });
});

async function run(command: (print: (line: string) => void) => Promise<unknown>) {
  const lines: string[] = [];
  return { result: await command((line) => lines.push(line)), lines };
}
const runVerify = () => run((print) => verify(config, print));
const runExport = (file: string, before: string, isCut: boolean) =>
  run((print) => exportAuditLog(config, { file: join(folder, file), before, isCut }, print));

test('verify reports the first entry that was changed or is missing', async () => {
  const whole = await runVerify();
  expect(whole.result).toBe(true);
  expect(whole.lines).toEqual([
    '3 entries verified.',
    expect.stringMatching(/^Last entry: 3, hash [0-9a-f]{64}$/),
    'No signed checkpoint yet. The server writes one each day.',
  ]);

  await database.kysely.updateTable('audit_log').set({ name: 'Lake' }).where('id', '=', 2).execute();
  expect(await runVerify()).toEqual({
    result: false,
    lines: [
      'Audit log verification failed at entry 2: it doesn’t match the previous entry’s hash.',
      '1 earlier entry verified.',
    ],
  });
  await sql`delete from audit_log where id = 2`.execute(database.kysely);
  expect((await runVerify()).lines[0]).toBe('Audit log verification failed at entry 2: it is missing.');
});

test('export writes a line per entry, deletes entries only with the option, and sets the anchor', async () => {
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  expect((await runExport('all.jsonl', tomorrow, false)).lines).toEqual([
    `Exported 3 entries to ${join(folder, 'all.jsonl')}.`,
  ]);
  const lines = (await readFile(join(folder, 'all.jsonl'), 'utf8')).trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(
    ['Sea', 'Land', 'Air'].map((name, index) =>
      expect.objectContaining({ id: index + 1, name, kind: 'categories', action: 'created' }),
    ),
  );
  expect((await runVerify()).lines[0]).toBe('3 entries verified.');

  expect((await runExport('old.jsonl', tomorrow, true)).lines[1]).toBe(
    '3 entries deleted from the audit log.',
  );
  expect((await runVerify()).result).toBe(true);
  await api.call('POST', '/api/books/categories', { token, json: { name: 'Fire' } });
  const since = await runVerify();
  expect(since.lines[0]).toBe('1 entry verified.');
  expect(since.lines[1]).toContain('Last entry: 4, ');
});

test('export rejects an invalid date, an existing file and a changed audit log', async () => {
  await expect(runExport('a.jsonl', 'soon', true)).rejects.toThrow('Invalid date “soon”');
  await writeFile(join(folder, 'there.jsonl'), 'mine');
  await expect(runExport('there.jsonl', '2030-01-01', true)).rejects.toThrow(
    'the file exists or the folder isn’t writable',
  );
  expect(await readFile(join(folder, 'there.jsonl'), 'utf8')).toBe('mine');
  await database.kysely.updateTable('audit_log').set({ actor_id: null }).where('id', '=', 1).execute();
  await expect(runExport('b.jsonl', '2030-01-01', true)).rejects.toThrow(
    'Audit log verification failed at entry 1',
  );
  expect((await database.kysely.selectFrom('audit_log').select('id').execute()).length).toBe(3);
});
