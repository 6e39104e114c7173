import type { BlobStore } from '#server/core/blobs/blob-store';
import type { Database } from '#server/core/db/open';

export interface RestoreTarget {
  readonly database: Database;
  readonly databaseUrl: string;
  readonly blobs: BlobStore;
  /** A folder for one file at a time, on a disk with room for it. */
  readonly scratchFolder: string;
  /** Told the part that is restored, from 0 to 1. */
  readonly progress?: ((fraction: number) => void) | undefined;
}
