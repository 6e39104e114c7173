import { afterAll, expect, test } from 'vitest';
import type { Dependencies } from '#server/app/dependencies';
import { openFolderImports } from '#server/testing/import-batches';
import { loadImports } from './load-imports.ts';

const batches = await openFolderImports();

afterAll(() => batches.close());

test('creates two imports for review, one with a text whose recording is abridged', async () => {
  await loadImports(batches as unknown as Dependencies);
  // A repeated load creates no duplicates.
  await loadImports(batches as unknown as Dependencies);
  for (const id of [1, 2]) await batches.read(id);
  const [clerk, clock] = [await batches.imports.get(1), await batches.imports.get(2)];
  expect(clerk).toMatchObject({ state: 'ready', name: 'The Tide Clerk', author: 'Morwenna Pell', cover: 0 });
  expect(clerk.warnings.map(({ kind }) => kind)).toEqual(['pairing']);
  expect(clerk.chapters.map(({ audio, texts }) => [audio !== null, texts.length])).toEqual([
    [true, 1],
    [true, 1],
    [false, 1],
    [true, 1],
    [true, 1],
  ]);
  expect(clock).toMatchObject({ state: 'ready', name: 'El reloj de la estación', warnings: [] });
  expect(clock.chapters.map(({ name }) => name)).toEqual([
    'Siete minutos',
    'El tren de las nueve',
    'La relojera',
  ]);
  await expect(batches.imports.get(3)).rejects.toMatchObject({ status: 404 });
});
