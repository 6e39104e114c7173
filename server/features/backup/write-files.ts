import { createHash } from 'node:crypto';
import type { BlobStore } from '#server/core/blobs/blob-store';
import type { ArchiveWriter } from './archive-writer.ts';
import type { BackupFile, BackupFiles } from './backup-files.ts';
import type { SharedFiles } from './shared-files.ts';

const FILE_BYTES = 1024 * 1024;

export interface FilesReport {
  readonly count: number;
  /** See `endSchema`. */
  readonly hash: string;
  /** Bytes of shared files that were sent. */
  readonly sentBytes: number;
  /** Keys of files that the database names and the store does not have. */
  readonly missing: readonly string[];
}

/** A file of which the row was deleted meanwhile lies among the retained ones, and the other way round. */
const storesOf = (blobs: BlobStore, { is_retained }: BackupFile) =>
  is_retained ? [blobs.retained, blobs] : [blobs, blobs.retained];

async function openFile(blobs: BlobStore, file: BackupFile) {
  for (const store of storesOf(blobs, file)) {
    const stream = await store.open(file.key);
    if (stream) return stream;
  }
  return undefined;
}

async function hasFile(blobs: BlobStore, file: BackupFile): Promise<boolean> {
  for (const store of storesOf(blobs, file)) if (await store.stat(file.key)) return true;
  return false;
}

/** Keys of the files of a store, to ask it once about all. */
async function listKeys(blobs: BlobStore): Promise<ReadonlySet<string>> {
  const keys = new Set<string>();
  for (const list of [blobs.list(), blobs.retained.list()]) for await (const { key } of list) keys.add(key);
  return keys;
}

/** Writes the frames of one file with its content. */
async function writeContent(
  archive: ArchiveWriter,
  file: BackupFile,
  content: AsyncIterable<Buffer>,
): Promise<void> {
  await archive.json('file', file);
  const hash = createHash('sha256');
  for await (const chunk of content) {
    hash.update(chunk);
    for (let at = 0; at < chunk.length; at += FILE_BYTES)
      await archive.frame('bytes', chunk.subarray(at, at + FILE_BYTES));
  }
  await archive.json('fileEnd', { sha256: hash.digest('hex') });
}

/** Writes all files into an archive or, once for all archives, beside it. */
export async function writeFiles(
  archive: ArchiveWriter,
  {
    blobs,
    files,
    shared,
    onFile,
  }: {
    readonly blobs: BlobStore;
    readonly files: BackupFiles;
    readonly shared: SharedFiles | undefined;
    readonly onFile: (file: BackupFile) => void;
  },
): Promise<FilesReport> {
  const hash = createHash('sha256');
  const missing: string[] = [];
  const storedKeys = shared && !shared.isEmpty ? await listKeys(blobs) : new Set<string>();
  let count = 0;
  let sentBytes = 0;

  /** @returns false when the file is nowhere */
  async function write(file: BackupFile): Promise<boolean> {
    if (shared?.has(file.key)) {
      // A file that was taken from one list to the other meanwhile may be in none.
      const isLost = !storedKeys.has(file.key) && !(await hasFile(blobs, file));
      if (isLost) missing.push(file.key);
      await archive.json('file', { ...file, is_shared: true });
      return true;
    }
    const content = (await openFile(blobs, file)) as AsyncIterable<Buffer> | undefined;
    if (!content) {
      missing.push(file.key);
      return false;
    }
    if (!shared) {
      await writeContent(archive, file, content);
      return true;
    }
    sentBytes += await shared.add(file.key, (writer) => writeContent(writer, file, content));
    await archive.json('file', { ...file, is_shared: true });
    return true;
  }

  for await (const file of files.list()) {
    if (await write(file)) {
      hash.update(`${file.key} ${file.size}\n`);
      await shared?.refer(file.key);
      count += 1;
    }
    onFile(file);
  }
  return { count, hash: hash.digest('hex'), sentBytes, missing };
}
