import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Backend } from '#server/backend';
import { openFolderImports } from '#server/testing/import-drops';
import { loadImports } from './load-imports.ts';

let drops: Awaited<ReturnType<typeof openFolderImports>>;

beforeAll(async () => {
  drops = await openFolderImports();
});
afterAll(() => drops.close());

test('two books wait to be looked at, one of a text whose recording is abridged', async () => {
  await loadImports(drops as unknown as Backend);
  // A load that goes on drops nothing twice.
  await loadImports(drops as unknown as Backend);
  for (const id of [1, 2]) await drops.read(id);
  const [clerk, clock] = [await drops.imports.get(1), await drops.imports.get(2)];
  expect(clerk).toMatchObject({ state: 'ready', name: 'The Tide Clerk', author: 'Morwenna Pell', cover: 0 });
  expect(clerk.warnings.map(({ kind }) => kind)).toEqual(['pairing']);
  expect(clerk.chapters.map(({ sound, texts }) => [sound !== null, texts.length])).toEqual([
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
  await expect(drops.imports.get(3)).rejects.toMatchObject({ status: 404 });
});
