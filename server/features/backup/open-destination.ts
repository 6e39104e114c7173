import { knownErrors } from '#contract/core/errors';
import { S3ErrorResponse } from '#server/core/blobs/s3-requests';
import { OperatorError, appError } from '#server/core/errors';
import { isNetworkError } from '#server/core/network-errors';
import { openBackupStore } from './backup-store.ts';
import { openSharedFiles } from './shared-files.ts';

/** The errors of a folder that another attempt would not solve. */
const folderErrors = new Set(['EACCES', 'EEXIST', 'ELOOP', 'ENAMETOOLONG', 'ENOENT', 'ENOTDIR', 'EPERM']);

/** Returns an error with a message for users. The message contains no path. */
function destinationError(cause: unknown): unknown {
  if (cause instanceof S3ErrorResponse && cause.httpStatus < 500)
    return new OperatorError(
      `The backup destination responded with ${`${cause.httpStatus} ${cause.reason}`.trimEnd()}. Check BACKUP_STORE_URL and the AWS variables.`,
      { cause },
    );
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  if (folderErrors.has(code))
    return new OperatorError(`The backup destination isn’t writable (${code}). Check BACKUP_STORE_URL.`, {
      cause,
    });
  const isAway = cause instanceof S3ErrorResponse || isNetworkError(code);
  return isAway ? appError(knownErrors.silent('backup destination'), { cause }) : cause;
}

interface Destination {
  readonly backupStoreUrl: string;
  /** The name of the new backup. */
  readonly name: string;
  readonly passphrase: string | undefined;
}

/** Opens the backup destination for a new backup. @throws an error with a message for users if it cannot be used */
export async function openDestination({ backupStoreUrl, name, passphrase }: Destination) {
  try {
    const store = await openBackupStore(backupStoreUrl);
    return { store, shared: await openSharedFiles(store, { name, passphrase }) };
  } catch (error) {
    throw destinationError(error);
  }
}
