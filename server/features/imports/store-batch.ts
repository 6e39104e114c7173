import { audioKindOf } from '#server/core/media/audio-types';
import type { FileRow, FileStorage } from '#server/core/media/file-storage';
import { readHead } from '#server/core/media/head-bytes';
import { id3Length } from '#server/core/media/id3';
import type { StagedFile } from '#server/core/media/staged-file';
import type { StoredBatch } from './imports.service.ts';

const HEAD_BYTES = 256 * 1024;
/** Extension of files that are not served as media. */
const ANY_FILE = 'bin';

/** Returns the extension of an uploaded file's key; for audio it depends on the served type. */
export async function extensionOf(path: string): Promise<string> {
  const head = await readHead(path, HEAD_BYTES);
  return audioKindOf(head.subarray(id3Length(head)))?.extension ?? ANY_FILE;
}

/** Stores files on local disk for an import. When one fails, all are deleted. @throws AppError 413, 503, 507 */
export async function storeBatch(
  files: FileStorage,
  batchFiles: readonly { readonly path: string; stage(): Promise<StagedFile> }[],
): Promise<StoredBatch[]> {
  const rows: FileRow[] = [];
  try {
    const storedBatches: StoredBatch[] = [];
    for (const { path, stage } of batchFiles) {
      const stagedFile = await stage();
      const row = await files.storeAs(stagedFile, await extensionOf(stagedFile.path));
      rows.push(row);
      storedBatches.push({ path, row });
    }
    return storedBatches;
  } catch (error) {
    await files.removeUnreferenced(rows.map(({ key }) => key));
    throw error;
  }
}
