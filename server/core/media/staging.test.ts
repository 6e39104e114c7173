import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openStaging } from './staging.ts';

const folder = await mkdtemp(join(tmpdir(), 'lectern-staging-'));
const staging = await openStaging(folder, { image: 1, audio: 1 });
afterAll(() => rm(folder, { recursive: true, force: true }));

test('provides separate folders for concurrent work, reuses them, and deletes their files', async () => {
  let other = '';
  const first = await staging.withFolder('work', async (path) => {
    await writeFile(join(path, 'secret'), 'a');
    other = await staging.withFolder('work', async (second) => {
      expect(await readdir(second)).toEqual([]);
      return second;
    });
    return path;
  });
  expect(other).not.toBe(first);
  const failedWork = staging.withFolder('work', async (path) => {
    expect([path, await readdir(path)]).toEqual([first, []]);
    throw new Error('It failed.');
  });
  await expect(failedWork).rejects.toThrow('It failed.');
  expect(await readdir(folder)).toEqual([]);
});

test('deletes folders and files that a crash left', async () => {
  const old = new Date(Date.now() - 60_000);
  for (const name of ['old', 'new']) await mkdir(join(folder, name));
  await writeFile(join(folder, 'file'), 'a');
  for (const name of ['old', 'file']) await utimes(join(folder, name), old, old);
  await staging.discardStale(new Date(Date.now() - 30_000));
  expect(await readdir(folder)).toEqual(['new']);
  await rm(join(folder, 'new'), { recursive: true });
});
