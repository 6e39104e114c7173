import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { BlobStore } from '#server/core/blobs/blob-store';
import { createKey } from '#server/core/blobs/key';
import { openBlobStore } from '#server/core/blobs/open';
import type { BackupFile } from '../backup-files.ts';
import { openFileCopier } from './copy-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'lectern-copy-files-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SIZE = 100_000;

test('a full disk ends the copy without partial files, and the next copy adds the missing files', async () => {
  const source = await openBlobStore(`file:${join(folder, 'source')}`);
  const target = await openBlobStore(`file:${join(folder, 'target')}`);
  const files: BackupFile[] = [];
  for (let index = 0; index < 9; index += 1) {
    const key = createKey('mp3');
    const path = join(folder, key);
    await writeFile(path, Buffer.alloc(SIZE, key));
    await source.put(key, path, 'audio/mpeg');
    files.push({ key, size: SIZE, media_type: 'audio/mpeg', is_retained: index === 0, is_shared: false });
  }
  async function* all() {
    yield* files;
  }
  const sizes = async () =>
    (
      await Promise.all(files.map(async ({ key }) => (await target.stat(key)) ?? target.retained.stat(key)))
    ).map((file) => file?.size);

  let writes = 0;
  const put: BlobStore['put'] = async (...args) => {
    writes += 1;
    if (writes > 3) throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
    return target.put(...args);
  };
  const failingCopier = await openFileCopier(source, { ...target, put });
  await expect(failingCopier.copyAll(all(), () => undefined)).rejects.toMatchObject({ code: 'ENOSPC' });
  await failingCopier.close();
  const writtenSizes = (await sizes()).filter((size) => size !== undefined);
  expect(writtenSizes).toEqual([SIZE, SIZE, SIZE]);

  const copiedKeys: string[] = [];
  const next = await openFileCopier(source, target);
  await next.copyAll(all(), ({ key }) => copiedKeys.push(key));
  await next.close();
  expect(copiedKeys.toSorted()).toEqual(files.map(({ key }) => key).toSorted());
  expect(await sizes()).toEqual(files.map(() => SIZE));
  expect(await target.retained.stat(files[0]?.key ?? '')).toBeDefined();
  await source.close();
  await target.close();
});
