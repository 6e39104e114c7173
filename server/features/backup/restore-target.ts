import type { BlobStore } from '#server/core/blobs/blob-store';
import type { Database } from '#server/core/db/open';

export interface RestoreTarget {
  readonly database: Database;
  readonly databaseUrl: string;
  readonly blobs: BlobStore;
  /** A temporary folder for one file at a time. Its disk needs enough free space for that file. */
  readonly scratchFolder: string;
  /** Called with the restored fraction, from 0 to 1. */
  readonly progress?: ((fraction: number) => void) | undefined;
}
