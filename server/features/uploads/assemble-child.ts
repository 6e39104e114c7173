import { createHash } from 'node:crypto';
import { closeSync, fdatasyncSync, openSync, readSync, writeSync } from 'node:fs';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { withStorageFullError } from '#server/core/blobs/storage-full';

/*
 * The child process that assembles an upload. No other work waits for it, so it reads and writes synchronously with one buffer.
 */

export interface AssemblyOrder {
  /** Local files in their order. */
  readonly parts: readonly string[];
  /** Path of the assembled file, which must not exist. */
  readonly path: string;
  /** Bytes of all files. */
  readonly size: number;
}

export interface AssemblyResult {
  /** Hexadecimal. */
  readonly sha256: string;
}

const BUFFER_BYTES = 1024 * 1024;
/** Written data is flushed in steps, so that the last flush is short for any size. */
const FLUSH_EVERY = 32 * 1024 * 1024;

function* chunksOf(parts: readonly string[]): Generator<Buffer> {
  const buffer = Buffer.allocUnsafeSlow(BUFFER_BYTES);
  for (const part of parts) {
    const file = openSync(part, 'r');
    try {
      for (let byteCount = readSync(file, buffer); byteCount > 0; byteCount = readSync(file, buffer))
        yield buffer.subarray(0, byteCount);
    } finally {
      closeSync(file);
    }
  }
}

/** @throws AppError 507 */
export const run = (
  { parts, path, size }: AssemblyOrder,
  progress: (fraction: number) => void,
): Promise<AssemblyResult> =>
  withStorageFullError(async () => {
    const hash = createHash('sha256');
    const file = openSync(path, 'wx', 0o640);
    try {
      let doneBytes = 0;
      let flushedBytes = 0;
      for (const chunk of chunksOf(parts)) {
        hash.update(chunk);
        for (let writtenBytes = 0; writtenBytes < chunk.length; )
          writtenBytes += writeSync(file, chunk, writtenBytes);
        doneBytes += chunk.length;
        if (doneBytes - flushedBytes < FLUSH_EVERY) continue;
        fdatasyncSync(file);
        flushedBytes = doneBytes;
        progress(doneBytes / size);
        // Lets the process send its progress and receive an abort.
        await yieldToEventLoop();
      }
    } finally {
      closeSync(file);
    }
    return { sha256: hash.digest('hex') };
  });
