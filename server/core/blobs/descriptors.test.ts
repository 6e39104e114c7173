import { fstatSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createDescriptors } from './descriptors.ts';

const folder = await mkdtemp(join(tmpdir(), 'lectern-descriptors-'));
beforeAll(async () => {
  for (const name of ['a', 'b']) await writeFile(join(folder, name), name);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const isOpen = (fd: number) => {
  try {
    return fstatSync(fd).isFile();
  } catch {
    return false;
  }
};

test('concurrent reads share one open file, which is closed after the cache time', async () => {
  const { take } = createDescriptors((key) => join(folder, key));
  const [first, second] = await Promise.all([take('a'), take('a')]);
  expect(first.fd).toBe(second.fd);
  first.releaseFiles();
  second.releaseFiles();
  expect((await take('a')).fd).toBe(first.fd);
  // A read that is longer than the cache time leaves the file open.
  const late = await vi.waitFor(
    async () => {
      const descriptor = await take('a');
      if (descriptor.fd === first.fd) descriptor.releaseFiles();
      expect(descriptor.fd).not.toBe(first.fd);
      return descriptor;
    },
    { timeout: 60_000, interval: 200 },
  );
  expect(isOpen(first.fd)).toBe(true);
  late.releaseFiles();
});

test('a forgotten file is opened again, and closed after its last reader', async () => {
  const { take, forget } = createDescriptors((key) => join(folder, key));
  const takenFile = take('b');
  forget('b');
  const descriptor = await takenFile;
  expect(isOpen(descriptor.fd)).toBe(true);
  await rm(join(folder, 'b'));
  await expect(take('b')).rejects.toThrow('ENOENT');
  await expect(take('b')).rejects.toThrow('ENOENT');
  const { fd } = descriptor;
  descriptor.releaseFiles();
  await vi.waitFor(() => expect(isOpen(fd)).toBe(false));
});
