import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { runInChild } from './child.ts';
import { createIdleChildren } from './idle-children.ts';
import { sandboxLevel } from './sandbox.ts';
import { serverModule } from '#server/core/server-module';

const module = serverModule('testing/example-child');
const run = (input: unknown, options: Partial<Parameters<typeof runInChild>[2]> = {}) =>
  runInChild(module, input, { signal: new AbortController().signal, ...options });

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test('returns output, reports progress, receives no secrets, and ends', async () => {
  vi.stubEnv('ADMIN_PASSWORD', 'hunter2');
  const progress = vi.fn<(fraction: number, stage?: string) => void>();
  const response = (await run('answer', { progress, env: { GIVEN: 'yes' } })) as { pid: number };
  expect(response).toMatchObject({ secret: null, given: 'yes' });
  expect(progress).toHaveBeenCalledWith(0.5, 'Halfway');
  await vi.waitFor(() => expect(isAlive(response.pid)).toBe(false));
});

test('reuses a child after a rejected file, but not after an unexpected error', async () => {
  const idle = createIdleChildren(600_000);
  const pidOf = async () => ((await run('answer', { idle })) as { pid: number }).pid;
  const first = await pidOf();
  await expect(run('refuse', { idle })).rejects.toMatchObject({ status: 422 });
  expect(await pidOf()).toBe(first);
  await expect(run('break', { idle })).rejects.toThrow('Broken.');
  const next = await pidOf();
  expect(next).not.toBe(first);
  idle.take()?.kill('SIGKILL');
  await vi.waitFor(() => expect([first, next].map(isAlive)).toEqual([false, false]));
});

test('rejects with an AppError of the child, and with the message of any other error', async () => {
  await expect(run('refuse')).rejects.toMatchObject({ status: 422, message: 'The file is damaged.' });
  await expect(run('break')).rejects.toThrow('Broken.');
});

test('rejects with a message when the child dies or exceeds its memory', async () => {
  await expect(run('die')).rejects.toMatchObject({ status: 503 });
  await expect(run('grow', { limits: { memory: 300 } })).rejects.toMatchObject({ status: 503 });
});

test('stops a child that sends no progress or exceeds its time', async () => {
  const tooLong = { status: 422, message: expect.stringContaining('timed out') as string };
  await expect(run('hang', { limits: { silence: 1500 } })).rejects.toMatchObject(tooLong);
  await expect(run('talk', { limits: { time: 1500 } })).rejects.toMatchObject(tooLong);
});

test('stops the child when the signal is aborted', async () => {
  const controller = new AbortController();
  const reason = new Error('cancelled');
  const childRun = run('talk', { signal: controller.signal, progress: () => controller.abort(reason) });
  await expect(childRun).rejects.toBe(reason);
});

test('denies files, programs and network beyond the sandbox', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-child-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, 'note'), 'secret');
  const deniedCode = 'ERR_ACCESS_DENIED';
  const level = sandboxLevel();
  expect(level.files).toBe(true);
  const interfaces = level.network ? [] : (expect.any(Array) as string[]);
  expect(await run({ folder })).toEqual({
    read: deniedCode,
    write: deniedCode,
    long: deniedCode,
    thread: deniedCode,
    program: deniedCode,
    interfaces,
  });
  expect(await run({ folder }, { sandbox: { hasThreads: true } })).toMatchObject({ thread: deniedCode });
  expect(await run({ folder }, { sandbox: { hasThreads: true, read: [folder] } })).toMatchObject({
    thread: 'allowed',
    write: deniedCode,
  });
  expect(await run({ folder }, { sandbox: { read: [folder] } })).toMatchObject({
    read: 'allowed',
    write: deniedCode,
  });
  expect(await run({ folder }, { sandbox: { write: [folder], maxFileBytes: 1_000 } })).toMatchObject({
    read: 'allowed',
    write: 'allowed',
    long: level.sizes ? 'EFBIG' : 'allowed',
    program: deniedCode,
  });
});

test('detects the sandbox level in advance without blocking', async () => {
  const level = sandboxLevel();
  vi.resetModules();
  const sandbox = await import('./sandbox.ts');
  await sandbox.prepareSandbox();
  expect(sandbox.sandboxLevel()).toEqual(level);
});

test('rejects an output that is too large', async () => {
  await expect(run('chatter', { limits: { output: 1 } })).rejects.toThrow('returned too much data');
});

test('preserves the error code of the child', async () => {
  await expect(run('refuse')).rejects.toMatchObject({ code: 'file.damaged' });
});
