import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeMp3 } from '#server/testing/audio-files';
import { openFolderImports } from '#server/testing/import-batches';
import { importPaths } from './import-paths.ts';

const batches = await openFolderImports();

afterAll(() => batches.close());

test('imports a local folder as one batch and does not change it', async () => {
  const book = join(batches.folder, 'The Lighthouse');
  await mkdir(join(book, 'CD 1'), { recursive: true });
  await writeFile(join(book, 'CD 1', '02 Storm.mp3'), makeMp3());
  await writeFile(join(book, 'CD 1', '01 Lamp.mp3'), makeMp3({ seconds: 3 }));
  await writeFile(join(book, '.DS_Store'), 'x');
  const startedImport = await importPaths(batches, [book]);
  expect(startedImport).toMatchObject({
    state: 'reading',
    name: 'The Lighthouse',
    file_count: 2,
    user: null,
  });
  await batches.read(startedImport.id);
  const proposal = await batches.imports.get(startedImport.id);
  expect(proposal).toMatchObject({ state: 'ready', name: 'The Lighthouse', warnings: [] });
  expect(proposal.chapters.map(({ name }) => name)).toEqual(['Lamp', 'Storm']);
  expect(await readdir(join(book, 'CD 1'))).toHaveLength(2);
});

test('rejects a missing path and an empty folder, and stores nothing', async () => {
  const before = await batches.keys();
  await mkdir(join(batches.folder, 'empty'));
  await expect(importPaths(batches, [join(batches.folder, 'nowhere')])).rejects.toMatchObject({
    message: `File or folder not found: ${join(batches.folder, 'nowhere')}.`,
  });
  await expect(importPaths(batches, [join(batches.folder, 'empty')])).rejects.toMatchObject({ status: 422 });
  expect(await batches.keys()).toEqual(before);
});
