import { readdir, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { ImportSummary } from '#contract/import-draft';
import { importLimits } from '#contract/import-terms';
import { refusals } from '#contract/refusals';
import { refused } from '#server/errors';
import type { FileStorage } from '#server/media/file-storage';
import type { Staging } from '#server/media/staging';
import type { ImportService } from './imports.service.ts';
import { isClutter } from './read/file-kind.ts';
import { storeDrop } from './store-drop.ts';

interface LocalFile {
  /** Inside the drop. */
  readonly path: string;
  readonly local: string;
}

/** The files behind a path: itself, or all in and below it. Links are not followed. */
async function filesAt(local: string): Promise<LocalFile[]> {
  const found = await stat(local).catch(() => undefined);
  if (!found) throw refused(refusals.importNoPath(local));
  if (found.isFile()) return [{ path: basename(local), local }];
  const folder = basename(resolve(local));
  const entries = await readdir(local, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({ path: join(folder, file.slice(resolve(local).length)), local: file }))
    .filter(({ path }) => !isClutter(path));
}

/**
 * Imports files and folders of this machine as one drop, which is read in the background like any other. The files themselves stay
 * where they are. @throws AppError 413, 422, 507
 */
export async function importPaths(
  { imports, files, staging }: { imports: ImportService; files: FileStorage; staging: Staging },
  paths: readonly string[],
): Promise<ImportSummary> {
  const found: LocalFile[] = [];
  for (const path of paths) found.push(...(await filesAt(resolve(path))));
  if (found.length === 0) throw refused(refusals.importNothingInIt);
  if (found.length > importLimits.maxFiles)
    throw refused(refusals.importTooManyFiles(importLimits.maxFiles.toLocaleString('en')));
  const stored = await storeDrop(
    files,
    found.map(({ path, local }) => ({ path, stage: () => staging.copy(path, 'audio', local) })),
  );
  try {
    return await imports.createStored(stored, null);
  } catch (error) {
    await files.removeUnreferenced(stored.map(({ row }) => row.key));
    throw error;
  }
}
