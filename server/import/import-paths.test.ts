import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate, openDatabase } from '#server/db/open';
import { makeMp3 } from '#server/testing/audio-files';
import { openTestBlobStore } from '#server/testing/blob-stores';
import { openImports } from '#server/testing/import-drops';
import { importPaths } from './import-paths.ts';

let folder: string;
let drops: Awaited<ReturnType<typeof openImports>>;
const undo: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-paths-'));
  const database = await openDatabase(`file:${join(folder, 'catalogue.db')}`);
  await migrate(database);
  const store = await openTestBlobStore('folder');
  drops = await openImports(database, store.blobs);
  undo.push(
    () => drops.close(),
    () => store.close(),
    () => database.close(),
    () => rm(folder, { recursive: true, force: true }),
  );
});
afterAll(async () => {
  for (const step of undo) await step();
});

test('a folder of this machine is a drop of its own, and stays where it is', async () => {
  const book = join(folder, 'The Lighthouse');
  await mkdir(join(book, 'CD 1'), { recursive: true });
  await writeFile(join(book, 'CD 1', '02 Storm.mp3'), makeMp3());
  await writeFile(join(book, 'CD 1', '01 Lamp.mp3'), makeMp3({ seconds: 3 }));
  await writeFile(join(book, '.DS_Store'), 'x');
  const begun = await importPaths(drops, [book]);
  expect(begun).toMatchObject({ state: 'reading', name: 'The Lighthouse', file_count: 2, user: null });
  await drops.read(begun.id);
  const draft = await drops.imports.get(begun.id);
  expect(draft).toMatchObject({ state: 'ready', name: 'The Lighthouse', warnings: [] });
  expect(draft.chapters.map(({ name }) => name)).toEqual(['Lamp', 'Storm']);
  expect(await readdir(join(book, 'CD 1'))).toHaveLength(2);
});

test('a path that leads nowhere and an empty folder are refused, and nothing is left', async () => {
  const before = await drops.keys();
  await mkdir(join(folder, 'empty'));
  await expect(importPaths(drops, [join(folder, 'nowhere')])).rejects.toMatchObject({
    message: `There is no file or folder ${join(folder, 'nowhere')}.`,
  });
  await expect(importPaths(drops, [join(folder, 'empty')])).rejects.toMatchObject({ status: 422 });
  expect(await drops.keys()).toEqual(before);
});
