import { ChildProcess } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { sandboxLevel } from '#server/core/jobs/sandbox';
import { createFileChildren } from './file-children.ts';
import { serverModule } from '#server/core/server-module';

let folder: string;
let path: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-files-'));
  path = join(folder, 'note');
  await writeFile(path, 'a file');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const open = (options: Partial<Parameters<typeof createFileChildren>[0]> = {}) =>
  createFileChildren({
    module: serverModule('testing/example-child'),
    noun: 'image',
    limits: { time: 3_000, heap: 256, memory: 300, output: 1 },
    idleMemory: 200,
    idleMs: 5_000,
    ...options,
  });

const slow = { time: 60_000, heap: 256, memory: 300, output: 1 };

test('rejects only the file that ends its child', async () => {
  const { run } = open({ limits: slow });
  const damagedError = { status: 422, code: 'file.damaged', message: /damaged/ };
  const [died, grown, response] = await Promise.allSettled([
    run(path, { task: 'die' }),
    run(path, { task: 'grow' }),
    run(path, { task: 'answer' }),
  ]);
  expect(died).toMatchObject({ reason: damagedError });
  expect(grown).toMatchObject({ reason: damagedError });
  expect(response).toMatchObject({ status: 'fulfilled', value: { secret: null } });
});

test('stops a file that never ends, and reads the next one', async () => {
  const { run } = open();
  await expect(run(path, { task: 'hang' })).rejects.toMatchObject({ status: 422, message: /timed out/ });
  expect(await run(path, { task: 'answer' })).toMatchObject({ secret: null });
});

test('allows the folder of the file, and denies other files, programs and network', async () => {
  const { run } = open({ limits: slow });
  expect(await run(path, { task: 'all' })).toEqual({
    read: 'allowed',
    write: 'ERR_ACCESS_DENIED',
    long: 'ERR_ACCESS_DENIED',
    thread: 'ERR_ACCESS_DENIED',
    program: 'ERR_ACCESS_DENIED',
    interfaces: sandboxLevel().network ? [] : expect.any(Array),
  });
});

test('prevents writes of native code, which permissions do not limit', async () => {
  const { run } = open({ limits: slow, hasNativeCode: true });
  const writeResult = await run(path, { task: 'native' });
  expect(writeResult).toEqual(sandboxLevel().sizes ? expect.stringContaining('Error') : 'allowed');
});

test('reads the first file with a prewarmed child', async () => {
  const { run, prepare } = open({ limits: slow });
  const spawn = vi.spyOn(ChildProcess.prototype as ChildProcess & { spawn(): unknown }, 'spawn');
  prepare(folder);
  prepare(folder);
  expect(await run(path, { task: 'answer' })).toMatchObject({ secret: null });
  expect(spawn).toHaveBeenCalledOnce();
});
