import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { eachBlobStore } from '#server/testing/blob-stores';
import { createKey, isKey } from './key.ts';
import { openBlobStore } from './open.ts';
import { createSweeper } from './sweeper.ts';

const folder = await mkdtemp(join(tmpdir(), 'lectern-put-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

let count = 0;
async function fileWith(content: Buffer | string): Promise<string> {
  count += 1;
  const path = join(folder, `upload-${count}`);
  await writeFile(path, content);
  return path;
}

const climbingKeys = [
  '../../etc/passwd',
  '..%2f..%2fsecret.webp',
  '',
  '.',
  'a.webp',
  `${'a'.repeat(40)}.webp/../x`,
  'a'.repeat(40),
  `/${'a'.repeat(39)}.webp`,
  `${'A'.repeat(40)}.webp`,
  `${'a'.repeat(40)}.we\0bp`,
  `${'a'.repeat(40)}.webp\n`,
];

test('keys are unique and cannot contain paths', () => {
  const keys = new Set(Array.from({ length: 1000 }, () => createKey('webp')));
  expect(keys.size).toBe(1000);
  for (const key of keys) expect(isKey(key)).toBe(true);
  for (const name of climbingKeys) expect(isKey(name)).toBe(false);
  expect(() => createKey('../x')).toThrow('Not a key');
});

test.each(['http://example.org', 's3://', 's3://bucket/path', ''])('rejects the address %j', async (url) => {
  await expect(openBlobStore(url)).rejects.toThrow(/blob store|bucket/i);
});

eachBlobStore((store) => {
  const content = Buffer.from('0123456789');
  const blobs = () => store().blobs;

  async function put(data: Buffer | string = content, extension = 'webp'): Promise<string> {
    const key = createKey(extension);
    await blobs().put(key, await fileWith(data), 'image/webp');
    return key;
  }

  async function read(key: string, range?: { start: number; end: number }): Promise<string | undefined> {
    const stream = await blobs().open(key, range);
    return stream && (await buffer(stream)).toString();
  }

  test('returns the stored content', async () => {
    const key = await put();
    expect(await read(key)).toBe('0123456789');
    expect(await blobs().stat(key)).toEqual({ size: 10 });
  });

  test.each([
    [0, 9, '0123456789'],
    [0, 0, '0'],
    [3, 5, '345'],
    [9, 9, '9'],
  ])('reads bytes %i to %i', async (start, end, expected) => {
    expect(await read(await put(), { start, end })).toBe(expected);
  });

  test('returns undefined for an unknown key, and removes it without an error', async () => {
    const key = createKey('webp');
    expect(await blobs().open(key)).toBeUndefined();
    expect(await blobs().stat(key)).toBeUndefined();
    await blobs().remove(key);
  });

  test('returns nothing for a removed key', async () => {
    const key = await put();
    await blobs().remove(key);
    expect(await read(key)).toBeUndefined();
  });

  test('rejects an existing key and preserves its content', async () => {
    const key = await put();
    await expect(blobs().put(key, await fileWith('other'), 'image/webp')).rejects.toThrow(/taken|EEXIST/);
    expect(await read(key)).toBe('0123456789');
  });

  test('stores nothing under the key when the file is missing', async () => {
    const key = createKey('webp');
    await expect(blobs().put(key, join(folder, 'absent'), 'image/webp')).rejects.toThrow('ENOENT');
    expect(await blobs().stat(key)).toBeUndefined();
  });

  test.each(climbingKeys)('rejects the key %j', async (key) => {
    const path = await fileWith('x');
    await expect(blobs().put(key, path, 'image/webp')).rejects.toThrow('Not a key');
    await expect((async () => blobs().open(key))()).rejects.toThrow('Not a key');
    await expect((async () => blobs().stat(key))()).rejects.toThrow('Not a key');
    await expect((async () => blobs().remove(key))()).rejects.toThrow('Not a key');
  });

  test('stores a file of several parts unchanged', async () => {
    const large = Buffer.alloc(20 * 1024 * 1024, 'lectern');
    const key = await put(large, 'mp3');
    const stream = await blobs().open(key);
    expect(stream && large.equals(await buffer(stream))).toBe(true);
  });

  test('handles streams that are destroyed before they are read', async () => {
    const key = await put(Buffer.alloc(4 * 1024 * 1024));
    for (let index = 0; index < 20; index += 1) (await blobs().open(key))?.destroy();
    await sleep(20);
    expect(await blobs().stat(key)).toEqual({ size: 4 * 1024 * 1024 });
  });

  test('responds to a ping and can be reopened with its URL', async () => {
    const key = await put();
    const again = await openBlobStore(store().url);
    await again.ping();
    expect(await again.stat(key)).toEqual({ size: 10 });
    await again.close();
  });

  describe('sweeper', () => {
    const listKeys = async () => {
      const keys: string[] = [];
      for await (const { key } of blobs().list()) keys.push(key);
      return keys;
    };
    const hours = (later: number) => () => new Date(Date.now() + later * 60 * 60 * 1000);

    test('deletes only old blobs without a row', async () => {
      const retainedKey = await put();
      const orphan = await put();
      const isReferenced = async (keys: readonly string[]) =>
        new Set(keys.filter((key) => key === retainedKey));
      const sweep = (now: () => Date) => createSweeper({ blobs: blobs(), isReferenced, now }).runOnce();
      await sweep(hours(23));
      expect(await listKeys()).toContain(orphan);
      // Two instances sweep concurrently.
      await Promise.all([sweep(hours(25)), sweep(hours(25))]);
      expect(await listKeys()).toEqual([retainedKey]);
      expect(await sweep(hours(25))).toBe(0);
    });

    test('deletes nothing when the rows cannot be read', async () => {
      const key = await put();
      const isReferenced = () => Promise.reject(new Error('down'));
      await expect(createSweeper({ blobs: blobs(), isReferenced, now: hours(25) }).runOnce()).rejects.toThrow(
        'down',
      );
      expect(await listKeys()).toContain(key);
    });
  });
});
