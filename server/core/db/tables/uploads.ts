import type { Selectable } from 'kysely';

/** `receiving` until the last byte, `joining` until its parts are one blob, then `ready`; `failed` when they could not be joined. */
export type UploadState = 'receiving' | 'joining' | 'ready' | 'failed';

/** A file that arrives in parts. */
export interface UploadsTable {
  /** 128 random bits. */
  id: string;
  user_id: number;
  import_id: number | null;
  file_name: string;
  /** As the client sent it: JSON of names and texts. */
  metadata: string;
  size: number;
  received: number;
  /** Of the whole, once it is joined. */
  sha256: string | null;
  /** The blob of the whole, once it is joined. */
  key: string | null;
  state: UploadState;
  error: string | null;
  lock_owner: string | null;
  lock_until: string | null;
  /** True if another request waits for the lock. */
  lock_wanted: number;
  created_at: string;
  expires_at: string;
}

export type UploadRow = Selectable<UploadsTable>;
