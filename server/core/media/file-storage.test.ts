import { mkdtemp, readFile, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { BlobStore } from '#server/core/blobs/blob-store';
import { createSweeper } from '#server/core/blobs/sweeper';
import { AppError } from '#server/core/errors';
import { createFileStorage } from './file-storage.ts';
import { type FileKind, type Staging, openStaging } from './staging.ts';
import { eachBlobStore } from '#server/testing/blob-stores';
import { makeImage, makeWav, readFixture } from '#server/testing/media-files';

let folder: string;
let staging: Staging;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-storage-'));
  staging = await openStaging(folder, { image: 1024 * 1024, audio: 1024 * 1024 });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function* once(bytes: Uint8Array) {
  yield bytes;
}
const stage = (kind: FileKind, bytes: Uint8Array) => staging.receive('file', kind, once(bytes));
const nothingIsStaged = async () => expect(await readdir(folder)).toEqual([]);

eachBlobStore((store) => {
  const rows = new Set<string>();
  const isReferenced = async (keys: readonly string[]) => new Set(keys.filter((key) => rows.has(key)));
  const storageOver = (blobs: BlobStore) => createFileStorage({ blobs, isReferenced });
  const exists = async (key: string) => (await store().blobs.stat(key)) !== undefined;

  async function allKeys(): Promise<string[]> {
    const keys: string[] = [];
    for await (const { key } of store().blobs.list()) keys.push(key);
    return keys;
  }

  test('stores an image as two renditions with their rows', async () => {
    const storedImage = await storageOver(store().blobs).storeImage(
      await stage('image', await makeImage('png')),
    );
    expect(storedImage.rows.map(({ key }) => key)).toEqual([
      storedImage.image_key,
      storedImage.thumbnail_key,
    ]);
    for (const row of storedImage.rows) {
      expect(row).toMatchObject({ media_type: 'image/webp', created_at: expect.stringMatching(/Z$/) });
      expect(await store().blobs.stat(row.key)).toEqual({ size: row.size });
    }
    await nothingIsStaged();
  });

  test('opens a blob as a file that remains after the blob is deleted', async () => {
    const wav = makeWav(0.2);
    const { audio_key } = await storageOver(store().blobs).storeAudio(await stage('audio', wav));
    const lent = await staging.openLocalFile(store().blobs, audio_key);
    await store().blobs.remove(audio_key);
    expect(lent?.size).toBe(wav.length);
    expect(await readFile(lent?.path ?? '')).toEqual(wav);
    await lent?.discard();
    await nothingIsStaged();
    expect(await staging.openLocalFile(store().blobs, audio_key)).toBeUndefined();
    await nothingIsStaged();
  });

  test('stores an audio file unchanged, with its duration', async () => {
    const wav = makeWav(2.6);
    const storedAudio = await storageOver(store().blobs).storeAudio(await stage('audio', wav));
    expect(storedAudio).toMatchObject({
      duration: 3,
      rows: [{ key: storedAudio.audio_key, media_type: 'audio/wav', size: wav.length }],
    });
    expect(await store().blobs.stat(storedAudio.audio_key)).toEqual({ size: wav.length });
    await nothingIsStaged();
  });

  test('stores nothing for a rejected file', async () => {
    const storage = storageOver(store().blobs);
    const before = await allKeys();
    await expect(storage.storeImage(await stage('image', Buffer.from('<svg/>')))).rejects.toBeInstanceOf(
      AppError,
    );
    await expect(
      storage.storeAudio(await stage('audio', await readFixture('film.mp4'))),
    ).rejects.toBeInstanceOf(AppError);
    expect(await allKeys()).toEqual(before);
    await nothingIsStaged();
  });

  test('removes the first rendition when the second one fails', async () => {
    const before = await allKeys();
    let putCount = 0;
    const failingStore: BlobStore = {
      ...store().blobs,
      put: async (key, path, mediaType) => {
        putCount += 1;
        if (putCount === 2) throw new Error('no more');
        await store().blobs.put(key, path, mediaType);
      },
    };
    const image = await stage('image', await makeImage('png'));
    await expect(storageOver(failingStore).storeImage(image)).rejects.toThrow('no more');
    expect(await allKeys()).toEqual(before);
    await nothingIsStaged();
  });

  test('removes unreferenced or given blobs without throwing', async () => {
    const storage = storageOver(store().blobs);
    const { audio_key: committed } = await storage.storeAudio(await stage('audio', makeWav(0.2)));
    const { audio_key: lostKey } = await storage.storeAudio(await stage('audio', makeWav(0.2)));
    rows.add(committed);
    await storage.removeUnreferenced([committed, lostKey]);
    expect([await exists(committed), await exists(lostKey)]).toEqual([true, false]);
    await storage.remove([committed, lostKey]);
    expect(await exists(committed)).toBe(false);
    const down = () => Promise.reject(new Error('down'));
    const brokenStorage = createFileStorage({
      blobs: { ...store().blobs, remove: down },
      isReferenced: down,
    });
    await brokenStorage.removeUnreferenced([lostKey]);
    await brokenStorage.remove([lostKey]);
  });
});

test('deletes only old staged files in the sweeper', async () => {
  const old = new Date(Date.now() - 48 * 60 * 60 * 1000);
  const storedPath = join(folder, '..', `${basename(folder)}.mp3`);
  await writeFile(storedPath, 'audio');
  const stale = await stage('image', Buffer.from('left by a crash'));
  for (const path of [storedPath, stale.path]) await utimes(path, old, old);
  const fresh = await stage('image', Buffer.from('new'));
  // The blob is old, but it was lent just now.
  const lent = await staging.openLocalFile({ open: async () => undefined, fileOf: () => storedPath }, 'key');
  const blobs = {
    list: async function* () {},
    discardUnfinished: async () => undefined,
  } as unknown as BlobStore;
  await createSweeper({ blobs, staging, isReferenced: async () => new Set() }).runOnce();
  const fileNames = [fresh.path, lent?.path].map((path) => basename(path ?? ''));
  expect((await readdir(folder)).toSorted()).toEqual(fileNames.toSorted());
  await rm(storedPath);
});

test('preserves the original of a copy', async () => {
  const original = await stage('image', Buffer.from('content'));
  const copy = await staging.copy('image', 'image', original.path);
  expect(copy).toMatchObject({ size: 7, sha256: original.sha256 });
  await copy.discard();
  await copy.discard();
  expect(await readdir(folder)).toHaveLength(1);
});
