import { close as closeFd, constants, createReadStream, open as openFd, read as readFd } from 'node:fs';
import { copyFile, link, mkdir, open, opendir, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { knownErrors } from '#contract/core/errors';
import { unavailable } from '#server/core/errors';
import type { BlobStore, ByteRange, RetainedBlobs } from './blob-store.ts';
import { createDescriptors } from './descriptors.ts';
import { isKey, shardOf } from './key.ts';
import { assertWritable, withStorageFullError } from './storage-full.ts';

/** Large reads need fewer operations of the thread pool. A larger size only uses more memory per player. */
const READ_CHUNK = 512 * 1024;
const SHARD = /^[0-9a-f]{2}$/;
/** Error codes of another file system, or of one without hard links. */
const CANNOT_LINK = new Set(['EXDEV', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK', 'ENOSYS']);

const openFile = promisify(openFd);
const readFile = promisify(readFd);

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

async function absentAsUndefined<T>(act: Promise<T>): Promise<T | undefined> {
  try {
    return await act;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Creates a folder but not its parents, so that a missing root is not created empty. @returns true if the folder is new */
async function makeFolder(path: string): Promise<boolean> {
  try {
    await mkdir(path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Links the file to the target. Unlike a rename, a link fails if the target exists. */
async function moveInto(path: string, target: string): Promise<void> {
  await flush(path);
  try {
    await link(path, target);
  } catch (error) {
    if (!CANNOT_LINK.has(codeOf(error))) throw error;
    await copyInto(path, target);
  }
}

/** Copies a file. No row refers to the key yet, so the sweeper deletes a partial copy after a crash. */
async function copyInto(path: string, target: string): Promise<void> {
  try {
    await copyFile(path, target, constants.COPYFILE_EXCL);
    await flush(target);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') await rm(target, { force: true });
    throw error;
  }
}

/** Reads a range of at most one chunk without a file stream, which would cost more than reading the bytes. */
async function readShort(fd: number, { start, end }: ByteRange): Promise<Readable> {
  try {
    const length = end - start + 1;
    const { bytesRead, buffer } = await readFile(fd, Buffer.allocUnsafeSlow(length), 0, length, start);
    const stream = new Readable({ read: () => undefined, highWaterMark: READ_CHUNK });
    stream.push(buffer.subarray(0, bytesRead));
    stream.push(null);
    return stream;
  } finally {
    closeFd(fd, () => undefined);
  }
}

/** Returns the operations on the files of one folder with 256 subfolders. */
function filesIn(root: string): Pick<BlobStore, 'open' | 'stat' | 'list' | 'remove'> {
  const fileOf = (key: string) => join(root, shardOf(key), key);

  async function openBlob(key: string, range?: ByteRange): Promise<Readable | undefined> {
    const fd = await absentAsUndefined(openFile(fileOf(key), 'r'));
    if (fd === undefined) return undefined;
    if (range && range.end - range.start < READ_CHUNK) return readShort(fd, range);
    return createReadStream('', { fd, autoClose: true, highWaterMark: READ_CHUNK, ...range });
  }

  async function* list(): AsyncIterable<{ key: string; modifiedAt: Date }> {
    const shards = await absentAsUndefined(opendir(root));
    if (!shards) return;
    for await (const shard of shards) {
      if (!shard.isDirectory() || !SHARD.test(shard.name)) continue;
      for await (const entry of await opendir(join(root, shard.name))) {
        if (!isKey(entry.name)) continue;
        const stats = await absentAsUndefined(stat(join(root, shard.name, entry.name)));
        if (stats?.isFile()) yield { key: entry.name, modifiedAt: stats.mtime };
      }
    }
  }

  return {
    open: openBlob,
    list,
    stat: async (key) => {
      const stats = await absentAsUndefined(stat(fileOf(key)));
      return stats && { size: stats.size };
    },
    remove: (key) => rm(fileOf(key), { force: true }),
  };
}

/**
 * Returns the folder of retained files: next to the root if both are on one file system, so that a rename moves a file. Otherwise
 * it is inside the root.
 */
async function retainedFolderOf(root: string, device: number): Promise<string> {
  const parent = await stat(dirname(root));
  return parent.dev === device ? `${root}-kept` : join(root, 'kept');
}

/** Returns the retained store, which moves files between the served folder and a folder that is not served. */
function retainedIn(folder: string, servedFileOf: (key: string) => string): RetainedBlobs {
  const retainedFolder = (key: string) => join(folder, shardOf(key));
  const retainedFile = (key: string) => join(retainedFolder(key), key);

  async function move(from: string, to: string): Promise<boolean> {
    await mkdir(dirname(to), { recursive: true });
    const isMoved = (await absentAsUndefined(rename(from, to).then(() => true))) ?? false;
    if (isMoved) {
      await flush(dirname(to));
      await flush(dirname(from));
    }
    return isMoved;
  }

  return {
    ...filesIn(folder),
    take: async (key) => void (await withStorageFullError(() => move(servedFileOf(key), retainedFile(key)))),
    async release(key) {
      const now = new Date();
      // The sweeper deletes old files without a row, and the row may be stored later. So the time is set before the move.
      await absentAsUndefined(utimes(retainedFile(key), now, now));
      if (await withStorageFullError(() => move(retainedFile(key), servedFileOf(key)))) return true;
      return (await absentAsUndefined(stat(servedFileOf(key)))) !== undefined;
    },
  };
}

/** Stores blobs as files of one folder with 256 subfolders. */
export async function openDiskStore(root: string): Promise<BlobStore> {
  await mkdir(root, { recursive: true });
  await assertWritable(root);
  const { dev: device } = await stat(root);

  const folderOf = (key: string) => join(root, shardOf(key));
  const fileOf = (key: string) => join(folderOf(key), key);

  /** Checks that the root is on the same device as at the start. An unmounted volume leaves an empty folder on another device. */
  async function assertPresent(): Promise<void> {
    const stats = await absentAsUndefined(stat(root));
    if (stats?.dev !== device) throw unavailable(knownErrors.storeFolderMissing);
  }

  async function put(key: string, path: string): Promise<void> {
    const target = fileOf(key);
    const folder = folderOf(key);
    await withStorageFullError(async () => {
      await assertPresent();
      if (await makeFolder(folder)) await flush(root);
      await moveInto(path, target);
      await flush(folder);
    });
    await rm(path, { force: true });
  }

  const servedBlobs = filesIn(root);
  const retainedBlobs = retainedIn(await retainedFolderOf(root, device), fileOf);
  const descriptors = createDescriptors(fileOf);

  return {
    put,
    ...servedBlobs,
    async openFile(key) {
      const descriptor = await absentAsUndefined(descriptors.take(key));
      return (
        descriptor && {
          read: async (buffer, length, position) =>
            (await readFile(descriptor.fd, buffer, 0, length, position)).bytesRead,
          close: descriptor.releaseFiles,
        }
      );
    },
    async remove(key) {
      await servedBlobs.remove(key);
      descriptors.forget(key);
    },
    retained: {
      ...retainedBlobs,
      async take(key) {
        await retainedBlobs.take(key);
        descriptors.forget(key);
      },
    },
    pathOf: (key) => `${shardOf(key)}/${key}`,
    fileOf,
    discardUnfinished: async () => undefined,
    async ping() {
      await assertPresent();
      await assertWritable(root);
    },
    close: async () => undefined,
  };
}
