import { MOVED } from '#server/core/db/dialects/capture';
import { AppError, OperatorError } from '#server/core/errors';
import { S3ErrorResponse } from '#server/core/blobs/s3-requests';
import { isNetworkError } from '#server/core/network-errors';
import { ConfigError } from './config.ts';

const system = (error: unknown): { code?: string; path?: string; port?: number; address?: string } =>
  typeof error === 'object' && error !== null ? error : {};

/** Returns the message of a failed start or command for the system administrator. Unknown errors include their stack. */
export function explainStartupError(error: unknown): string {
  if (error instanceof ConfigError || error instanceof OperatorError || error instanceof AppError)
    return error.message;
  if (error instanceof Error && error.message.includes(MOVED))
    return 'The catalogue has moved. Set DATABASE_URL and BLOB_STORE_URL to its new addresses.';
  const { code, path, port, address } = system(error);
  if (code !== undefined && /^SQLITE_(CORRUPT|NOTADB)/.test(code))
    return `The database in DATABASE_URL is damaged (${error instanceof Error ? error.message : code}). Restore it from a backup.`;
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port ?? ''} on ${address ?? 'this machine'} is already in use. Set PORT to another port.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `The address in HOST or DATABASE_URL is not available on this machine (${address ?? code}).`;
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
    case 'ENOTDIR':
    case 'SQLITE_CANTOPEN':
    case 'SQLITE_READONLY':
      return port === undefined
        ? `The data directory is not writable${path ? ` (${path})` : ''}; check its owner or set DATA_DIR.`
        : `Permission denied for port ${port}. Set PORT to a value above 1023.`;
    case 'ENOSPC':
    case 'EDQUOT':
    case 'SQLITE_FULL':
    case 'SQLITE_IOERR_SHMSIZE':
      return 'The disk of the data directory is full. Free up space, then start the server again.';
    default:
      // The same code can come from the database, the file storage or the backup destination.
      if (error instanceof Error && isNetworkError(code))
        return `Can’t connect to the database or file storage (${error.message || code}). Check their addresses.`;
      if (error instanceof S3ErrorResponse) return `${error.message}.`;
      return error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
}
