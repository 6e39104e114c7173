import { mkdir, mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKey } from '#server/core/blobs/key';
import { readConfig } from '#server/app/config';
import { type Database, migrate, openDatabase } from '#server/core/db/open';
import { migrations } from '#server/core/db/migrations/migrations';
import { buildTestApp } from '#server/testing/build-test-app';
import { openTestBlobStore } from '#server/testing/blob-stores';
import { eachDatabase } from '#server/testing/databases';
import { makeImage, makeWav } from '#server/testing/media-files';
import { check } from './check.ts';
import { checkDatabase } from './database.ts';
import { checkFiles } from './files.ts';

eachDatabase('the check of a catalogue', async (openEmpty) => {
  const database = await openEmpty();
  const store = await openTestBlobStore('folder');
  let pathOf: (key: string) => string;
  beforeAll(async () => {
    const folder = store.url.slice('file:'.length);
    pathOf = (key) => join(folder, key.slice(0, 2), key);
    const api = await buildTestApp(database, store.blobs);
    const token = await api.tokenFor(['books:edit', 'categories:edit', 'collections:edit', 'books:delete']);
    const image = { bytes: await makeImage('png'), name: 'cover.png' };
    const audio = { bytes: makeWav(1), name: 'sound.wav' };
    const send = (path: string, form: object) =>
      api.call('POST', `/api/books/${path}`, { token, form: { ...form } });
    await send('categories', { name: 'Fiction' });
    await send('create', { name: 'First', image, audio, category_code: 'fiction' });
    await send('create', { name: 'Second', image });
    await send('collections', { title: 'Both', image, 'book_codes[]': ['BK-000001', 'BK-000002'] });
    await api.call('DELETE', '/api/books/2', { token });
    await api.close();
  });

  const keys = async () =>
    (await database.kysely.selectFrom('files').selectAll().orderBy('key').execute()).map(({ key }) => key);

  test('finds no problem in data written by the product', async () => {
    expect(await checkDatabase(database)).toEqual([]);
    expect(await checkFiles(database, store.blobs)).toEqual({ checked: 5, problems: [], surplus: [] });
  });

  test.each<[string, (db: Database['kysely']) => Promise<unknown>, RegExp]>([
    [
      'a count of records',
      (db) => db.updateTable('record_lists').set({ total: 7 }).where('name', '=', 'collections').execute(),
      /number of collections/,
    ],
    [
      'a count of books',
      (db) => db.updateTable('book_counts').set({ books: 9 }).execute(),
      /Book counters are wrong for language/,
    ],
    [
      'an author',
      (db) => db.updateTable('authors').set({ book_count: 4 }).execute(),
      /Book count is wrong for author/,
    ],
    [
      'a role of a contributor',
      (db) => db.updateTable('contributor_counts').set({ book_count: 4 }).execute(),
      /Book count of a role is wrong for contributor/,
    ],
    [
      'a search for authors',
      (db) => db.deleteFrom('author_words').execute(),
      /Missing from search index: author/,
    ],
    ['a search', (db) => db.deleteFrom('book_search').execute(), /Missing from search index: book 1\./],
    [
      'a search in everything',
      (db) => db.deleteFrom('book_texts').execute(),
      /Missing from full-text index: book 1\./,
    ],
    ['a row of a file', (db) => db.deleteFrom('files').execute(), /Referenced file has no record/],
    [
      'the name of a file',
      (db) => db.updateTable('books').set({ audio_key: null }).execute(),
      /Orphaned file record, key \w+\.wav\./,
    ],
  ])('reports that %s is wrong', async (_what, spoil, sentence) => {
    const { kysely } = database;
    const spoilt = kysely.transaction().execute(async (trx) => {
      await spoil(trx);
      // The error rolls the transaction back.
      throw new Error((await checkDatabase({ ...database, kysely: trx })).join('\n'));
    });
    await expect(spoilt).rejects.toThrow(sentence);
  });

  test('reports files that are missing, truncated, of another type, or without a row', async () => {
    const [missing = '', cut = '', other = ''] = await keys();
    await rm(pathOf(missing));
    await truncate(pathOf(cut), 5);
    const { size } = (await store.blobs.stat(other)) ?? { size: 0 };
    await writeFile(pathOf(other), Buffer.alloc(size, 'x'));
    const extra = createKey('mp3');
    const path = join(tmpdir(), extra);
    await writeFile(path, 'left over');
    await store.blobs.put(extra, path, 'audio/mpeg');
    const { checked, problems, surplus } = await checkFiles(database, store.blobs);
    expect(checked).toBe(5);
    expect(problems.toSorted()).toEqual([
      `The file ${missing} is missing.`,
      expect.stringContaining(`The file ${cut} has 5 bytes instead of `),
      expect.stringContaining(`The file ${other} doesn’t match its type (`),
    ]);
    expect(surplus).toEqual([extra]);
  });
});

describe('the whole check', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-check-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test('creates nothing when there is no catalogue', async () => {
    const config = readConfig({ DATA_DIR: join(folder, 'empty') });
    await expect(check(config, () => undefined)).rejects.toThrow('No database found at');
    expect(await readdir(folder)).toEqual([]);
  });

  test('rejects a database of an older version and does not change it', async () => {
    const config = readConfig({ DATA_DIR: join(folder, 'older') });
    await mkdir(join(config.dataDir, 'blobs'), { recursive: true });
    const { kysely, ...database } = await openDatabase(config.databaseUrl);
    const runCheck = () => check(config, () => undefined);
    await expect(runCheck()).rejects.toThrow(
      'This database was created by an older version (without 001-foundation,',
    );
    expect(await kysely.introspection.getTables()).toEqual([]);

    await migrate({ kysely, ...database });
    const last = migrations.at(-1)?.name ?? '';
    await kysely.deleteFrom('migrations').where('name', '=', last).execute();
    await expect(runCheck()).rejects.toThrow(`(without ${last}). Run lectern migrate first.`);
    const steps = await kysely.selectFrom('migrations').selectAll().execute();
    expect(steps).toHaveLength(migrations.length - 1);
    await database.close();
  });

  test('prints what it checked', async () => {
    const config = readConfig({ DATA_DIR: folder });
    const openedDatabase = await openDatabase(config.databaseUrl);
    await migrate(openedDatabase);
    await openedDatabase.close();
    const store = await openTestBlobStore('folder');
    const lines: string[] = [];
    const print = (line: string) => void lines.push(line);
    expect(await check({ ...config, blobStoreUrl: store.url }, print)).toBe(true);
    expect(lines).toEqual(['Database check passed.', '0 of 0 files OK.']);
    await store.close();
  });
});
