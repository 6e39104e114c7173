import { countOf, formatCount } from '#contract/core/format-count';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BlobStore } from '#server/core/blobs/blob-store';
import { OperatorError } from '#server/core/errors';
import type { BackupFile } from '../backup-files.ts';

const AT_ONCE = 6;

export interface FileCopier {
  /** Copies a file unless the target contains it. @returns the number of copied bytes */
  copy(file: BackupFile): Promise<number>;
  copyAll(files: AsyncIterable<BackupFile>, onFile: (file: BackupFile) => void): Promise<void>;
  /** Deletes a file without references. */
  remove(key: string): Promise<void>;
  /** Keys of referenced files that are missing in the source. */
  readonly missing: ReadonlySet<string>;
  close(): Promise<void>;
}

async function openFile(blobs: BlobStore, key: string) {
  return (await blobs.open(key)) ?? (await blobs.retained.open(key));
}

/** Moves a file of the target to its served or retained files. @returns false when the target does not contain the file */
async function settle(target: BlobStore, { key, size, is_retained }: BackupFile): Promise<boolean> {
  const [right, wrong] = is_retained ? [target.retained, target] : [target, target.retained];
  if ((await right.stat(key))?.size === size) return true;
  if ((await wrong.stat(key))?.size !== size) return false;
  if (is_retained) await target.retained.take(key);
  else await target.retained.release(key);
  return true;
}

/** Opens a copier between two file stores. The target never contains partial files. */
export async function openFileCopier(source: BlobStore, target: BlobStore): Promise<FileCopier> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-move-'));
  const missingKeys = new Set<string>();

  async function copy(file: BackupFile): Promise<number> {
    const { key, size, media_type: mediaType, is_retained: isRetained } = file;
    if (await settle(target, file)) return 0;
    const stream = await openFile(source, key);
    if (!stream) {
      missingKeys.add(key);
      return 0;
    }
    const path = join(folder, key);
    let bytes = 0;
    const countingStream = new Transform({
      transform(chunk: Buffer, _encoding, callback) {
        bytes += chunk.length;
        callback(null, chunk);
      },
    });
    try {
      await pipeline(stream, countingStream, createWriteStream(path));
      if (bytes !== size)
        throw new OperatorError(
          `The file ${key} has ${countOf(bytes, 'byte')} instead of ${formatCount(size)}. Run lectern check.`,
        );
      // Deletes a file with the same key but another size.
      await target.remove(key);
      await target.put(key, path, mediaType);
    } finally {
      await rm(path, { force: true });
    }
    if (isRetained) await target.retained.take(key);
    missingKeys.delete(key);
    return size;
  }

  return {
    copy,
    missing: missingKeys,
    async copyAll(files, onFile) {
      const runningCopies = new Set<Promise<void>>();
      const errors: unknown[] = [];
      for await (const file of files) {
        const task = copy(file)
          .then(
            () => onFile(file),
            (error: unknown) => void errors.push(error),
          )
          .finally(() => runningCopies.delete(task));
        runningCopies.add(task);
        if (runningCopies.size >= AT_ONCE) await Promise.race(runningCopies);
        if (errors.length > 0) break;
      }
      await Promise.all(runningCopies);
      if (errors.length > 0) throw errors[0];
    },
    async remove(key) {
      await target.remove(key);
      await target.retained.remove(key);
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}
