import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, access, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { openS3Object } from '#server/core/blobs/s3-object';
import { OperatorError } from '#server/core/errors';

/** The destination of the bytes of a new archive. */
export interface Sink {
  write(bytes: Buffer): Promise<void>;
  /** Stores the archive durably under its final name. @returns its size in bytes */
  finish(): Promise<number>;
  /** Deletes the partial archive. Does nothing after `finish`. */
  discard(): Promise<void>;
}

const BUFFER_BYTES = 1024 * 1024;
/** The suffix of a file that is not complete. */
const PARTIAL = /\.[0-9a-f]{8}\.partial$/;
/** A partial file without a write for this long is abandoned. */
const ABANDONED_MS = 60 * 60 * 1000;

/** Returns the final name of a partial file, or undefined for a complete file. */
export const completeNameOf = (name: string): string | undefined =>
  PARTIAL.test(name) ? name.replace(PARTIAL, '') : undefined;
const isS3 = (location: string): boolean => location.startsWith('s3://');

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Creates a folder that survives a power failure. */
async function createFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true });
  if (first === undefined) return;
  for (let folder = path; folder.startsWith(first); folder = dirname(folder))
    await syncFolder(dirname(folder));
}

/**
 * Opens a file for a new archive. Small writes are buffered, because each frame has three writes. Each process writes to its own
 * partial file.
 */
async function openFileSink(location: string): Promise<Sink> {
  const path = resolve(location);
  const partial = `${path}.${randomBytes(4).toString('hex')}.partial`;
  const isThere = await access(path).then(
    () => true,
    () => false,
  );
  if (isThere) throw new OperatorError(`The file ${path} exists. Choose another name.`);
  await createFolder(dirname(path));
  const file: FileHandle = await open(partial, 'wx', 0o600);
  let pendingChunks: Buffer[] = [];
  let pendingBytes = 0;
  let size = 0;
  let isFinished = false;

  async function flush(): Promise<void> {
    const bytes = Buffer.concat(pendingChunks);
    pendingChunks = [];
    pendingBytes = 0;
    let writtenBytes = 0;
    while (writtenBytes < bytes.length)
      writtenBytes += (await file.write(bytes, writtenBytes, bytes.length - writtenBytes)).bytesWritten;
    size += bytes.length;
  }

  return {
    async write(bytes) {
      pendingChunks.push(bytes);
      pendingBytes += bytes.length;
      if (pendingBytes >= BUFFER_BYTES) await flush();
    },
    async finish() {
      await flush();
      await file.sync();
      await file.close();
      await rename(partial, path);
      await syncFolder(dirname(path));
      isFinished = true;
      return size;
    },
    async discard() {
      if (isFinished) return;
      await file.close().catch(() => undefined);
      await rm(partial, { force: true });
    },
  };
}

/**
 * Opens the destination of a new archive: a path, or `s3://BUCKET/NAME?endpoint=…&region=…`.
 * @throws OperatorError when the destination exists
 */
export const openSink = (location: string): Promise<Sink> =>
  isS3(location) ? openS3Object(location).then((object) => object.write()) : openFileSink(location);

/** Deletes the partial files of interrupted backups to a path. */
export async function discardAbandoned(location: string): Promise<void> {
  if (isS3(location)) return;
  const path = resolve(location);
  for (const name of await readdir(dirname(path)).catch(() => [])) {
    if (completeNameOf(name) !== basename(path)) continue;
    const partial = join(dirname(path), name);
    const entry = await stat(partial).catch(() => undefined);
    if (entry && entry.mtimeMs < Date.now() - ABANDONED_MS) await rm(partial, { force: true });
  }
}

/** Opens a file next to an archive. @throws OperatorError when the file does not exist */
export function openSibling(location: string, name: string): Promise<Readable> {
  if (!isS3(location)) return openSource(join(dirname(resolve(location)), name));
  const url = new URL(location);
  url.pathname = `${url.pathname.slice(0, url.pathname.lastIndexOf('/') + 1)}${encodeURI(name)}`;
  return openSource(url.href);
}

/** Opens an archive for reading. @throws OperatorError when it does not exist */
export async function openSource(location: string): Promise<Readable> {
  if (isS3(location)) return (await openS3Object(location)).read();
  const path = resolve(location);
  const entry = await stat(path).catch(() => undefined);
  if (!entry?.isFile()) throw new OperatorError(`No backup found at ${path}.`);
  return createReadStream(path, { highWaterMark: BUFFER_BYTES });
}
