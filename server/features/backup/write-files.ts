import { createHash } from 'node:crypto';
import type { BlobStore } from '#server/core/blobs/blob-store';
import type { ArchiveWriter } from './archive-writer.ts';
import type { BackupFile, BackupFiles } from './backup-files.ts';
import type { SharedFiles } from './shared-files.ts';

const FILE_BYTES = 1024 * 1024;

export interface FilesReport {
  readonly count: number;
  /** The hash of the files, see `endSchema`. */
  readonly hash: string;
  /** The number of sent bytes of shared files. */
  readonly sentBytes: number;
  /** Keys of referenced files that are missing in the file storage. */
  readonly missing: readonly string[];
}

/** Returns both stores in search order, because a concurrent delete or restore moves a file between them. */
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

/** Returns the keys of all files of a store, so that one listing replaces a request for each file. */
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
    for (let start = 0; start < chunk.length; start += FILE_BYTES)
      await archive.frame('bytes', chunk.subarray(start, start + FILE_BYTES));
  }
  await archive.json('fileEnd', { sha256: hash.digest('hex') });
}

/** Writes all files into an archive, or as shared files next to it. */
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
  const missingFiles: string[] = [];
  const storedKeys = shared && !shared.isEmpty ? await listKeys(blobs) : new Set<string>();
  let count = 0;
  let sentBytes = 0;

  /** Writes a file. @returns false when the file is missing */
  async function write(file: BackupFile): Promise<boolean> {
    if (shared?.has(file.key)) {
      // A file that was moved between the stores during the listing can be absent from the keys.
      const isLost = !storedKeys.has(file.key) && !(await hasFile(blobs, file));
      if (isLost) missingFiles.push(file.key);
      await archive.json('file', { ...file, is_shared: true });
      return true;
    }
    const content = (await openFile(blobs, file)) as AsyncIterable<Buffer> | undefined;
    if (!content) {
      missingFiles.push(file.key);
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
      await shared?.addReference(file.key);
      count += 1;
    }
    onFile(file);
  }
  return { count, hash: hash.digest('hex'), sentBytes, missing: missingFiles };
}
