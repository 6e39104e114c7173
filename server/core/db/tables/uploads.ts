import type { Selectable } from 'kysely';

/**
 * The state of an upload:
 * - `receiving`: until the last byte arrives.
 * - `assembling`: until its parts are assembled into one blob.
 * - `ready`: the blob is stored.
 * - `failed`: the parts could not be assembled.
 */
export type UploadState = 'receiving' | 'assembling' | 'ready' | 'failed';

/** A file that is uploaded in parts. */
export interface UploadsTable {
  /** 128 random bits. */
  id: string;
  user_id: number;
  import_id: number | null;
  file_name: string;
  /** JSON of names and texts, as the client sent it. */
  metadata: string;
  size: number;
  received: number;
  /** The hash of the whole file, after it is assembled. */
  sha256: string | null;
  /** The blob of the whole file, after it is assembled. */
  key: string | null;
  state: UploadState;
  error: string | null;
  lock_owner: string | null;
  lock_until: string | null;
  /** True if another request waits for the lock. */
  lock_requested: number;
  created_at: string;
  expires_at: string;
}

export type UploadRow = Selectable<UploadsTable>;
