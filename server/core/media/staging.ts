import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, link, mkdir, open, readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { formatBytes } from '#contract/core/format-bytes';
import { type FileNoun, knownErrors } from '#contract/core/errors';
import type { BlobStore } from '#server/core/blobs/blob-store';
import { withStorageFullError } from '#server/core/blobs/storage-full';
import { AppError, appError, unavailable } from '#server/core/errors';
import { prepareAudio } from './audio.ts';
import { prepareImages } from './image.ts';
import type { StagedFile } from './staged-file.ts';

export type FileKind = 'image' | 'audio';

const nouns = { image: 'image', audio: 'audio file' } as const satisfies Record<FileKind, FileNoun>;

const prepareChildOf = { image: prepareImages, audio: prepareAudio };

/** A file of the staging folder. The caller discards it, unless it was moved. */
export interface LocalFile {
  readonly path: string;
  /** The size in bytes. */
  readonly size: number;
  discard(): Promise<void>;
}

export interface Staging {
  readonly maxBytes: Readonly<Record<FileKind, number>>;
  /** Starts the process that reads files of this type, before one arrives. */
  prepare(kind: FileKind): void;
  /**
   * Writes a stream to the folder and hashes it, with constant memory. On any error, no file remains.
   * @throws AppError 413 for a file above the limit of its type, 507 for a full disk, or the error of the stream
   */
  receive(field: string, kind: FileKind, source: AsyncIterable<Uint8Array>): Promise<StagedFile>;
  /** Does the same for a file that is already stored. The size limits do not apply, because they may be lower than at its upload. */
  receiveStored(field: string, source: AsyncIterable<Uint8Array>): Promise<StagedFile>;
  /** Returns a staged copy of a local file. The original remains. */
  copy(field: string, kind: FileKind, path: string): Promise<StagedFile>;
  /** Writes a stream to the folder unchanged, for a file whose type is checked elsewhere. On any error, no file remains. */
  receiveUnchanged(source: AsyncIterable<Uint8Array>): Promise<LocalFile>;
  /** Returns a new path in the folder, where a child process writes a file. */
  newPath(): Promise<Pick<LocalFile, 'path' | 'discard'>>;
  /**
   * Lends a folder of its own to a child process, which may write nothing else. Later work of the same name gets the same folders, so that
   * children that wait for work can be used again.
   */
  withFolder<Result>(name: string, work: (folder: string) => Promise<Result>): Promise<Result>;
  /** Creates a file that the callback writes at the given path. On any error, no file remains. */
  make(write: (path: string) => Promise<unknown>): Promise<LocalFile>;
  /**
   * Returns a blob as a readable file of the folder. If blobs are files of the same file system, it is a hard link. Undefined means that
   * the blob does not exist.
   */
  openLocalFile(blobs: Pick<BlobStore, 'open' | 'fileOf'>, key: string): Promise<LocalFile | undefined>;
  /** Deletes the files that a crash left before the given time. */
  discardStale(before: Date): Promise<void>;
}

/** Data is flushed to the disk at intervals of this many bytes, so the last flush is short for any size. */
const FLUSH_EVERY = 32 * 1024 * 1024;
const WRITE_BYTES = 512 * 1024;

/** @param folder preferably on the file system of the blob store's folder, so storing a file is a rename */
export async function openStaging(
  folder: string,
  maxBytes: Readonly<Record<FileKind, number>>,
): Promise<Staging> {
  let isMade = false;
  const processId = randomUUID();
  /** Numbers of the folders that are lent, by name. */
  const usedFolders: Record<string, Set<number>> = {};

  /** Creates the folder. The disk may be full at startup and have space later. A folder that is deleted afterwards is not created again. */
  async function makeFolder(): Promise<void> {
    if (isMade) return;
    await withStorageFullError(() => mkdir(folder, { recursive: true }));
    isMade = true;
  }
  await makeFolder().catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
  });

  async function write(path: string, source: AsyncIterable<Uint8Array>): Promise<void> {
    const handle = await openNew(path);
    let sinceFlush = 0;
    let currentFlush: Promise<void> = Promise.resolve();
    try {
      for await (const chunks of gatherChunks(source)) {
        sinceFlush += await writeAll(handle, chunks);
        if (sinceFlush < FLUSH_EVERY) continue;
        sinceFlush = 0;
        await currentFlush;
        currentFlush = handle.datasync();
        currentFlush.catch(() => undefined);
      }
      await currentFlush;
    } finally {
      await currentFlush.catch(() => undefined);
      await handle.close();
    }
  }

  async function newPath() {
    await makeFolder();
    const path = join(folder, randomUUID());
    return { path, discard: () => rm(path, { force: true }) };
  }

  async function withFolder<Result>(name: string, work: (path: string) => Promise<Result>): Promise<Result> {
    await makeFolder();
    const usedNumbers = (usedFolders[name] ??= new Set());
    let number = 1;
    while (usedNumbers.has(number)) number += 1;
    usedNumbers.add(number);
    const path = join(folder, `${name}-${processId}-${number}`);
    try {
      await withStorageFullError(() => mkdir(path, { recursive: true }));
      return await work(path);
    } finally {
      await rm(path, { recursive: true, force: true });
      usedNumbers.delete(number);
    }
  }

  async function make(writeTo: (path: string) => Promise<unknown>): Promise<LocalFile> {
    const { path, discard } = await newPath();
    try {
      await withStorageFullError(() => writeTo(path));
      return { path, discard, size: (await stat(path)).size };
    } catch (error) {
      await discard();
      throw error;
    }
  }

  const receiveUnchanged = (source: AsyncIterable<Uint8Array>) => make((path) => write(path, source));

  async function openLocalFile({ open: openBlob, fileOf }: Pick<BlobStore, 'open' | 'fileOf'>, key: string) {
    try {
      if (fileOf)
        return await make(async (path) => {
          await link(fileOf(key), path);
          // The link has a new time, because old files in the folder are deleted as leftovers of a crash.
          const now = new Date();
          await utimes(path, now, now);
        });
    } catch {
      // Another file system, one without hard links, or no such blob.
    }
    const stream = await openBlob(key);
    return stream && receiveUnchanged(stream);
  }

  async function receiveStored(field: string, source: AsyncIterable<Uint8Array>): Promise<StagedFile> {
    const hash = createHash('sha256');
    async function* hashChunks() {
      for await (const chunk of source) {
        hash.update(chunk);
        yield chunk;
      }
    }
    const { path, size, discard } = await receiveUnchanged(hashChunks());
    return { field, path, size, discard, sha256: hash.digest('hex') };
  }

  async function receive(field: string, kind: FileKind, source: AsyncIterable<Uint8Array>) {
    async function* checkChunks() {
      let size = 0;
      for await (const chunk of source) {
        size += chunk.length;
        if (size > maxBytes[kind])
          throw appError(knownErrors.fileTooLarge(nouns[kind], formatBytes(maxBytes[kind])));
        yield chunk;
      }
    }
    return receiveStored(field, checkChunks());
  }

  return {
    maxBytes,
    prepare: (kind) => prepareChildOf[kind](folder),
    receive,
    receiveStored,
    receiveUnchanged,
    newPath,
    withFolder,
    make,
    openLocalFile,
    copy: (field, kind, path) => receive(field, kind, createReadStream(path, { highWaterMark: 256 * 1024 })),
    async discardStale(before) {
      if (!isMade) return;
      for (const name of await readdir(folder)) {
        const path = join(folder, name);
        const stats = await stat(path).catch(() => undefined);
        if (stats && stats.mtime < before) await rm(path, { recursive: true, force: true });
      }
    },
  };
}

async function openNew(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'wx', 0o640);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    throw unavailable(knownErrors.uploadFolderMissing);
  }
}

/** Groups the available chunks, because each write uses the thread pool. */
async function* gatherChunks(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array[]> {
  let chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of source) {
    chunks.push(chunk);
    size += chunk.length;
    if (size < WRITE_BYTES) continue;
    yield chunks;
    chunks = [];
    size = 0;
  }
  if (size > 0) yield chunks;
}

/**
 * Writes all chunks. A write may be partial when the disk is nearly full, and the next one then fails with the reason.
 * @returns the number of bytes
 */
async function writeAll(handle: FileHandle, chunks: Uint8Array[]): Promise<number> {
  const size = chunks.reduce((sum, { length }) => sum + length, 0);
  const { bytesWritten } = await handle.writev(chunks);
  let flushedBytes = 0;
  for (const chunk of bytesWritten < size ? chunks : []) {
    for (let unflushedBytes = Math.max(0, bytesWritten - flushedBytes); unflushedBytes < chunk.length; )
      unflushedBytes += (await handle.write(chunk, unflushedBytes, chunk.length - unflushedBytes))
        .bytesWritten;
    flushedBytes += chunk.length;
  }
  return size;
}
