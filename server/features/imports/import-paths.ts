import { formatCount } from '#contract/core/format-count';
import { readdir, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { ImportSummary } from '#contract/imports/import-proposal';
import { importLimits } from '#contract/imports/import-limits';
import { knownErrors } from '#contract/core/errors';
import { appError } from '#server/core/errors';
import type { FileStorage } from '#server/core/media/file-storage';
import type { Staging } from '#server/core/media/staging';
import type { ImportService } from './imports.service.ts';
import { isSystemFile } from './parsers/file-names.ts';
import { storeBatch } from './store-batch.ts';

interface LocalFile {
  /** Path inside the batch. */
  readonly path: string;
  readonly local: string;
}

/** Returns the file at a path, or all files in a folder and its subfolders. Links are not followed. */
async function filesAt(local: string): Promise<LocalFile[]> {
  const stats = await stat(local).catch(() => undefined);
  if (!stats) throw appError(knownErrors.importNoPath(local));
  if (stats.isFile()) return [{ path: basename(local), local }];
  const folder = basename(resolve(local));
  const entries = await readdir(local, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({ path: join(folder, file.slice(resolve(local).length)), local: file }))
    .filter(({ path }) => !isSystemFile(path));
}

/**
 * Imports local files and folders as one batch, which is parsed in the background. The files are copied, not moved.
 * @throws AppError 413, 422, 507
 */
export async function importPaths(
  { imports, files, staging }: { imports: ImportService; files: FileStorage; staging: Staging },
  paths: readonly string[],
): Promise<ImportSummary> {
  const localFiles: LocalFile[] = [];
  for (const path of paths) localFiles.push(...(await filesAt(resolve(path))));
  if (localFiles.length === 0) throw appError(knownErrors.importNothingInIt);
  if (localFiles.length > importLimits.maxFiles)
    throw appError(knownErrors.importTooManyFiles(formatCount(importLimits.maxFiles)));
  const storedBatches = await storeBatch(
    files,
    localFiles.map(({ path, local }) => ({ path, stage: () => staging.copy(path, 'audio', local) })),
  );
  try {
    return await imports.createStored(storedBatches, null);
  } catch (error) {
    await files.removeUnreferenced(storedBatches.map(({ row }) => row.key));
    throw error;
  }
}
