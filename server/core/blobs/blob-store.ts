import type { Readable } from 'node:stream';

/** A range of bytes within a blob. Both ends are inclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** An open blob that is read into buffers of the caller. The caller closes it once. */
export interface BlobFile {
  /** Reads up to `length` bytes from `position` into the start of `buffer`. @returns the number of bytes read */
  read(buffer: Buffer, length: number, position: number): Promise<number>;
  close(): void;
}

/** Blobs that are stored but not served: files of deleted records, which can be restored, and replaced files. */
export interface RetainedBlobs {
  /** Moves a served blob to the retained ones. Does nothing if it is already retained or does not exist. */
  take(key: string): Promise<void>;
  /**
   * Moves a retained blob back and sets its modification time to now. Does nothing if it is already served.
   * @returns false if the blob does not exist
   */
  release(key: string): Promise<boolean>;
  open(key: string, range?: ByteRange): Promise<Readable | undefined>;
  stat(key: string): Promise<{ readonly size: number } | undefined>;
  list(): AsyncIterable<{ readonly key: string; readonly modifiedAt: Date }>;
  remove(key: string): Promise<void>;
}

/**
 * Stores files under unguessable keys (see key.ts). Files do not change after they are written. Every method rejects invalid keys.
 * Throws AppError 507 if the store is full, and AppError 503 if it cannot be reached.
 */
export interface BlobStore {
  /**
   * Stores a local file under a new key. The file is durable when the promise resolves. The local file may be moved; its creator
   * deletes it afterwards. Rejects an existing key. Nothing is stored under the key after an error.
   */
  put(key: string, path: string, mediaType: string): Promise<void>;
  /** Returns the content or a range of it; undefined if the key is unknown. The caller reads the stream to its end or destroys it. */
  open(key: string, range?: ByteRange): Promise<Readable | undefined>;
  /** Opens a blob to read many ranges at low cost. Only folder stores have it. */
  readonly openFile?: (key: string) => Promise<BlobFile | undefined>;
  stat(key: string): Promise<{ readonly size: number } | undefined>;
  /** Removes a blob. An unknown key is not an error. */
  remove(key: string): Promise<void>;
  /** Returns all keys in no particular order. Skips other files and objects. */
  list(): AsyncIterable<{ readonly key: string; readonly modifiedAt: Date }>;
  readonly retained: RetainedBlobs;
  /** Deletes uploads into the store that started before the given time and did not complete. */
  discardUnfinished(before: Date): Promise<void>;
  /**
   * Returns the path of a blob relative to the store folder, with `/` as separator, for a front server that serves the files. Only
   * folder stores have it.
   */
  readonly pathOf?: (key: string) => string;
  /** Returns the absolute path of a blob on this machine. Only folder stores have it. */
  readonly fileOf?: (key: string) => string;
  /** Returns a URL at which the store serves the blob for the given time. Sends no request. Not all stores have it. */
  readonly presign?: (key: string, mediaType: string, seconds: number) => Promise<string>;
  /** Resolves when the store responds; changes nothing. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
