import { access, constants } from 'node:fs/promises';
import { knownErrors } from '#contract/core/errors';
import { appError } from '#server/core/errors';

const FULL = new Set(['ENOSPC', 'EDQUOT']);

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** True if the file system is read-only: unlike a missing privilege, this may end by itself. */
export const isReadOnly = (error: unknown): boolean => codeOf(error) === 'EROFS';

/** True if there is no room for a file. */
export const isStorageFull = (error: unknown): boolean => FULL.has(codeOf(error));

/** Looks whether a folder may be written, which it also may while its file system is read-only. @throws the system's error */
export async function assertWritable(folder: string): Promise<void> {
  try {
    await access(folder, constants.R_OK | constants.W_OK);
  } catch (error) {
    if (!isReadOnly(error)) throw error;
  }
}

/** Runs a write to disk; when there is no room, or nothing may be written, it fails with AppError 507, so that everything else can go on. */
export async function withStorageFullError<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isReadOnly(error)) throw appError(knownErrors.storeReadOnly, { cause: error });
    if (!isStorageFull(error)) throw error;
    throw appError(knownErrors.storeFull, { cause: error });
  }
}
