import { createReadStream } from 'node:fs';
import { type FileHandle, access, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { openS3Object } from '#server/core/blobs/s3-object';
import { OperatorError } from '#server/core/errors';

/** Receives the bytes of a new archive. */
export interface Sink {
  write(bytes: Buffer): Promise<void>;
  /** Makes the archive appear under its name, durably. @returns its size in bytes */
  finish(): Promise<number>;
  /** Leaves nothing behind. Does nothing after `finish`. */
  discard(): Promise<void>;
}

const BUFFER_BYTES = 1024 * 1024;
const isS3 = (place: string): boolean => place.startsWith('s3://');

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Gathers small writes: an archive has three for each frame. */
async function openFileSink(place: string): Promise<Sink> {
  const path = resolve(place);
  const partial = `${path}.partial`;
  const isThere = await access(path).then(
    () => true,
    () => false,
  );
  if (isThere) throw new OperatorError(`The file ${path} exists. Choose another name.`);
  await mkdir(dirname(path), { recursive: true });
  const file: FileHandle = await open(partial, 'w', 0o600);
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  let size = 0;
  let isFinished = false;

  async function flush(): Promise<void> {
    const bytes = Buffer.concat(pending);
    pending = [];
    pendingBytes = 0;
    let written = 0;
    while (written < bytes.length)
      written += (await file.write(bytes, written, bytes.length - written)).bytesWritten;
    size += bytes.length;
  }

  return {
    async write(bytes) {
      pending.push(bytes);
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
 * Opens a place for a new archive: a path, or `s3://BUCKET/NAME?endpoint=…&region=…`.
 * @throws OperatorError when something is there already
 */
export const openSink = (place: string): Promise<Sink> =>
  isS3(place) ? openS3Object(place).then((object) => object.write()) : openFileSink(place);

/** Opens an archive to read it. @throws OperatorError when nothing is there */
export async function openSource(place: string): Promise<Readable> {
  if (isS3(place)) return (await openS3Object(place)).read();
  const path = resolve(place);
  const entry = await stat(path).catch(() => undefined);
  if (!entry?.isFile()) throw new OperatorError(`No backup found at ${path}.`);
  return createReadStream(path, { highWaterMark: BUFFER_BYTES });
}
