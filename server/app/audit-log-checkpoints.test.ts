import { generateKeyPairSync } from 'node:crypto';
import { appendFile, chmod, copyFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { allPermissions } from '#contract/core/permissions';
import { hashOf } from '#server/core/audit-log/chain';
import { signCheckpoint } from '#server/core/audit-log/checkpoint';
import { type Database, openDatabase } from '#server/core/db/open';
import { emailContent } from '#server/core/mail/email-content';
import { createMail } from '#server/core/mail/mail';
import { writeDailyCheckpoint } from '#server/features/audit-log/daily-checkpoint';
import { type TestBlobStore, openTestBlobStore } from '#server/testing/blob-stores';
import { type TestApp, buildTestApp } from '#server/testing/build-test-app';
import { eachDatabase } from '#server/testing/databases';
import { checkpoint, exportAuditLog, verify } from './audit-log-commands.ts';
import { type Config, readConfig } from './config.ts';

/* Signed checkpoints detect changes by attackers who can write to the database. */

eachDatabase('checkpoints of the audit log', (_openEmpty, engine) => {
  let testDatabase: Awaited<ReturnType<typeof engine.createMigratedUrl>>;
  let folder: string;
  let config: Config;
  let database: Database;
  let store: TestBlobStore;
  let api: TestApp;
  let token: string;

  beforeEach(async () => {
    testDatabase = await engine.createMigratedUrl();
    folder = await mkdtemp(join(tmpdir(), 'lectern-checkpoints-'));
    config = readConfig({ DATA_DIR: folder, DATABASE_URL: testDatabase.url });
    database = await openDatabase(testDatabase.url);
    store = await openTestBlobStore('folder');
    api = await buildTestApp(database, store.blobs);
    token = await api.tokenFor(allPermissions);
    await add('Sea', 'Land', 'Air', 'Fire');
  });
  afterEach(async () => {
    await api.close();
    await database.close();
    await store.close();
    await testDatabase.remove();
    await rm(folder, { recursive: true });
  });

  async function add(...names: string[]) {
    for (const name of names) await api.call('POST', '/api/books/categories', { token, json: { name } });
  }

  async function linesOf(command: (print: (line: string) => void) => Promise<unknown>) {
    const lines: string[] = [];
    await command((line) => lines.push(line));
    return lines;
  }
  const signCheckpoints = () => linesOf((print) => checkpoint(config, print));
  const verifyLines = () => linesOf((print) => verify(config, print));
  const cut = async (before: string) =>
    linesOf((print) =>
      exportAuditLog(config, { file: join(folder, 'old.jsonl'), before, isCut: true }, print),
    );
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();

  /** Recalculates the hash of every entry from its content and the previous entry. */
  async function rehash() {
    const { kysely: db } = database;
    const anchor = await db.selectFrom('audit_log_anchor').selectAll().executeTakeFirstOrThrow();
    let previous = anchor.hash;
    for (const row of await db.selectFrom('audit_log').selectAll().orderBy('id').execute()) {
      const { hash: _hash, ...entry } = row;
      previous = hashOf(previous, entry);
      await db.updateTable('audit_log').set({ hash: previous }).where('id', '=', row.id).execute();
    }
  }

  test('verify unchanged entries and later ones, with their number', async () => {
    expect((await signCheckpoints())[0]).toContain('Last entry: 4, hash ');
    await add('Wind');
    await signCheckpoints();
    await add('Rain');
    const lines = await verifyLines();
    expect(lines[0]).toBe('6 entries verified.');
    expect(lines[2]).toMatch(/^2 signed checkpoints verified, the latest of /);
    const [line = ''] = (await readFile(config.auditLogFiles.checkpointFile, 'utf8')).split('\n');
    expect(JSON.parse(line)).toMatchObject({ anchor_id: 0, anchor_hash: '', entries: 4, last_id: 4 });
  });

  test('detect removed entries at the end', async () => {
    await signCheckpoints();
    await database.kysely.deleteFrom('audit_log').where('id', '>', 2).execute();
    expect((await verifyLines())[0]).toBe(
      'Audit log verification failed at entry 3: it is missing: a signed checkpoint covers entry 4.',
    );
    await expect(signCheckpoints()).rejects.toThrow('entry 4: it is missing');
  });

  test('detect a change after the whole chain is recalculated', async () => {
    await signCheckpoints();
    await database.kysely.updateTable('audit_log').set({ name: 'Lake' }).where('id', '=', 2).execute();
    await rehash();
    await add('Wind');
    expect((await verifyLines())[0]).toBe(
      'Audit log verification failed at entry 4: it doesn’t match the hash in a signed checkpoint.',
    );
    await expect(signCheckpoints()).rejects.toThrow('entry 4: it doesn’t match');
  });

  test('detect a forged anchor with a correct or a wrong hash', async () => {
    await signCheckpoints();
    const { kysely: db } = database;
    const second = await db
      .selectFrom('audit_log')
      .select('hash')
      .where('id', '=', 2)
      .executeTakeFirstOrThrow();
    await db.deleteFrom('audit_log').where('id', '<=', 2).execute();
    const forgedMessage =
      'Audit log verification failed at entry 2: it is an export point that no signed checkpoint states.';
    for (const hash of [second.hash, 'f'.repeat(64)]) {
      await db.updateTable('audit_log_anchor').set({ entry_id: 2, hash }).execute();
      await rehash();
      expect((await verifyLines())[0]).toBe(forgedMessage);
      await expect(signCheckpoints()).rejects.toThrow('entry 2: it is an export point');
    }
  });

  test('contain the anchor of an export before entries are deleted', async () => {
    await signCheckpoints();
    expect((await cut(tomorrow)).at(-1)).toBe('4 entries deleted from the audit log.');
    expect((await verifyLines())[0]).toBe('0 entries verified.');
    await add('Wind');
    await signCheckpoints();
    expect((await verifyLines())[0]).toBe('1 entry verified.');
    const { kysely: db } = database;
    await db
      .updateTable('audit_log_anchor')
      .set({ hash: 'e'.repeat(64) })
      .execute();
    await rehash();
    expect((await verifyLines())[0]).toContain('failed at entry 4');
  });

  test('are rejected if another key signed them or a line was changed', async () => {
    await signCheckpoints();
    const { keyFile, checkpointFile } = config.auditLogFiles;
    const text = await readFile(checkpointFile, 'utf8');
    await writeFile(checkpointFile, text.replace('"entries":4', '"entries":3'));
    await expect(verifyLines()).rejects.toThrow('The key didn’t sign line 1');
    const { privateKey } = generateKeyPairSync('ed25519');
    const { signature: _signature, ...unsigned } = JSON.parse(text) as ReturnType<typeof signCheckpoint>;
    await writeFile(checkpointFile, text);
    await appendFile(checkpointFile, `${JSON.stringify(signCheckpoint(unsigned, privateKey))}\n`);
    await expect(verifyLines()).rejects.toThrow('The key didn’t sign line 2');
    await rm(checkpointFile);
    await expect(verifyLines()).rejects.toThrow('No checkpoints found');
    expect((await stat(keyFile)).mode & 0o777).toBe(0o600);
    await chmod(keyFile, 0o644);
    await expect(signCheckpoints()).rejects.toThrow('Other accounts can read');
  });

  test('can be verified with copies of the file and the public key', async () => {
    await signCheckpoints();
    const copies = { checkpointFile: join(folder, 'copy.jsonl'), keyFile: join(folder, 'copy.pub') };
    await copyFile(config.auditLogFiles.checkpointFile, copies.checkpointFile);
    await copyFile(`${config.auditLogFiles.keyFile}.pub`, copies.keyFile);
    const again = () => linesOf((print) => verify(config, print, copies));
    expect((await again())[0]).toBe('4 entries verified.');
    await database.kysely.deleteFrom('audit_log').where('id', '=', 4).execute();
    expect((await again())[0]).toContain('failed at entry 4');
  });

  test('are written and sent by email once a day', async () => {
    const daily = () =>
      writeDailyCheckpoint({
        database,
        files: config.auditLogFiles,
        mail: createMail(api.jobs, 'smtp://localhost'),
        mailTo: 'auditor@example.org',
        productName: () => 'Lectern',
      });
    await daily();
    await daily();
    const emails = await database.kysely.selectFrom('emails').select(['recipient', 'body']).execute();
    const [line = ''] = (await readFile(config.auditLogFiles.checkpointFile, 'utf8')).split('\n');
    const paragraphs = emails.map(({ body }) => emailContent.parse(JSON.parse(body)).paragraphs);
    expect(emails.map(({ recipient }) => recipient)).toEqual(['auditor@example.org']);
    expect(paragraphs).toEqual([[expect.any(String), line]]);
  });
});
