import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeMp3 } from '#server/testing/audio-files';
import { openFolderImports } from '#server/testing/import-drops';
import { importPaths } from './import-paths.ts';

let drops: Awaited<ReturnType<typeof openFolderImports>>;

beforeAll(async () => {
  drops = await openFolderImports();
});
afterAll(() => drops.close());

test('a folder of this machine is a drop of its own, and stays where it is', async () => {
  const book = join(drops.folder, 'The Lighthouse');
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
  await mkdir(join(drops.folder, 'empty'));
  await expect(importPaths(drops, [join(drops.folder, 'nowhere')])).rejects.toMatchObject({
    message: `There is no file or folder ${join(drops.folder, 'nowhere')}.`,
  });
  await expect(importPaths(drops, [join(drops.folder, 'empty')])).rejects.toMatchObject({ status: 422 });
  expect(await drops.keys()).toEqual(before);
});
