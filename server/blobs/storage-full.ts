import { AppError } from '#server/errors';

const CODES = new Set(['ENOSPC', 'EDQUOT']);

const isFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && CODES.has(String(error.code));

/** Runs a write to disk; when there is no room it fails with AppError 507, so that everything else can go on. */
export async function withStorageFullError<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isFull(error)) throw error;
    throw new AppError(
      507,
      'The server has no room left for files. Nothing was saved; please tell the operator.',
      {
        cause: error,
      },
    );
  }
}
