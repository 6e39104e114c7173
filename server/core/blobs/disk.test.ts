import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createKey } from './key.ts';
import { openBlobStore } from './open.ts';
import { withStorageFullError } from './storage-full.ts';
import { AppError } from '#server/core/errors';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-disk-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('creates its folder, and moves an upload of the same file system into it', async () => {
  const root = join(folder, 'deep', 'blobs');
  const blobs = await openBlobStore(`file:${root}`);
  const upload = join(folder, 'upload');
  await writeFile(upload, 'content');
  const { ino } = await stat(upload);
  const key = createKey('mp3');
  await blobs.put(key, upload, 'audio/mpeg');
  expect((await stat(join(root, key.slice(0, 2), key))).ino).toBe(ino);
  await expect(stat(upload)).rejects.toThrow('ENOENT');
});

test('reports a missing folder and does not create it again', async () => {
  const root = join(folder, 'blobs');
  const blobs = await openBlobStore(`file:${root}`);
  await rm(root, { recursive: true });
  const missingError = { status: 503, message: expect.stringContaining('missing') };
  await expect(blobs.ping()).rejects.toMatchObject(missingError);
  const upload = join(folder, 'upload');
  await writeFile(upload, 'content');
  await expect(blobs.put(createKey('mp3'), upload, 'audio/mpeg')).rejects.toMatchObject(missingError);
  await expect(stat(root)).rejects.toThrow('ENOENT');
});

test('skips other files and folders', async () => {
  const blobs = await openBlobStore(`file:${folder}`);
  await writeFile(join(folder, 'README'), 'hello');
  await mkdir(join(folder, 'ab'));
  await writeFile(join(folder, 'ab', 'notes.webp'), 'hello');
  const keys: string[] = [];
  for await (const { key } of blobs.list()) keys.push(key);
  expect(keys).toEqual([]);
  expect(await readdir(folder)).toEqual(['README', 'ab']);
});

test.each(['ENOSPC', 'EDQUOT'])('returns 507 with a message when the disk is full (%s)', async (code) => {
  const full = Object.assign(new Error('write failed'), { code });
  const failure = await withStorageFullError(() => Promise.reject(full)).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(AppError);
  expect(failure).toMatchObject({ status: 507, message: expect.stringContaining('is full') });
});

test('returns 507 with a message for a read-only file system', async () => {
  const readOnlyError = Object.assign(new Error('read-only'), { code: 'EROFS' });
  await expect(withStorageFullError(() => Promise.reject(readOnlyError))).rejects.toMatchObject({
    status: 507,
    code: 'storage.read_only',
    message: expect.stringContaining('read-only'),
  });
});

test('does not change other write errors', async () => {
  const ioError = Object.assign(new Error('input/output'), { code: 'EIO' });
  await expect(withStorageFullError(() => Promise.reject(ioError))).rejects.toBe(ioError);
});
