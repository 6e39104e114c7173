import { access, constants } from 'node:fs/promises';
import { knownErrors } from '#contract/core/errors';
import { appError } from '#server/core/errors';

const FULL = new Set(['ENOSPC', 'EDQUOT']);

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** Returns true if the file system is read-only. Unlike a missing permission, this may be temporary. */
export const isReadOnly = (error: unknown): boolean => codeOf(error) === 'EROFS';

/** Returns true if there is no space for a file. */
export const isStorageFull = (error: unknown): boolean => FULL.has(codeOf(error));

/** Checks that a folder is writable. Allows a read-only file system, which may be temporary. @throws the error of the system */
export async function assertWritable(folder: string): Promise<void> {
  try {
    await access(folder, constants.R_OK | constants.W_OK);
  } catch (error) {
    if (!isReadOnly(error)) throw error;
  }
}

/** Runs a write to disk. @throws AppError 507 if there is no space or the file system is read-only */
export async function withStorageFullError<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isReadOnly(error)) throw appError(knownErrors.storeReadOnly, { cause: error });
    if (!isStorageFull(error)) throw error;
    throw appError(knownErrors.storeFull, { cause: error });
  }
}
