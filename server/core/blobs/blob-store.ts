import type { Readable } from 'node:stream';

/** Both ends inclusive, in bytes, inside the blob. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** A blob that was opened, to be read into buffers of the caller's. Whoever opened it closes it once. */
export interface BlobFile {
  /** Reads so many bytes from a position into the beginning of `buffer`; answers how many there were. */
  read(buffer: Buffer, length: number, position: number): Promise<number>;
  close(): void;
}

/** Blobs that are kept and not served: of deleted records, which can be restored, and of files that were replaced. */
export interface RetainedBlobs {
  /** Takes a blob out of everything else that the store does. What is there already, or nowhere, is no error. */
  take(key: string): Promise<void>;
  /** Puts it back, as new as if it were just stored. What is back already is no error. Answers whether it is there. */
  release(key: string): Promise<boolean>;
  open(key: string, range?: ByteRange): Promise<Readable | undefined>;
  stat(key: string): Promise<{ readonly size: number } | undefined>;
  list(): AsyncIterable<{ readonly key: string; readonly modifiedAt: Date }>;
  remove(key: string): Promise<void>;
}

/**
 * Files under unguessable keys (see key.ts) that never change once written. Every method refuses what is not a key.
 * A full store throws AppError 507, an unreachable one AppError 503.
 */
export interface BlobStore {
  /**
   * Stores a local file under a fresh key, durably when it resolves. The local file may be moved away by it; whoever made
   * that file discards it afterwards. Refuses a taken key. After a failure nothing is left under the key.
   */
  put(key: string, path: string, mediaType: string): Promise<void>;
  /** The content or a part of it; undefined when the key is unknown. The caller reads the stream to its end or destroys it. */
  open(key: string, range?: ByteRange): Promise<Readable | undefined>;
  /** The same for whoever sends many parts at little cost; only of a store that is a folder. */
  readonly openFile?: (key: string) => Promise<BlobFile | undefined>;
  stat(key: string): Promise<{ readonly size: number } | undefined>;
  /** Removing what is not there is no error. */
  remove(key: string): Promise<void>;
  /** Every key in no particular order. Foreign files and objects are passed over. */
  list(): AsyncIterable<{ readonly key: string; readonly modifiedAt: Date }>;
  readonly retained: RetainedBlobs;
  /** Gives back the room of uploads into the store that began before the moment and never ended. */
  discardUnfinished(before: Date): Promise<void>;
  /**
   * The path of a blob below the folder that a front server may read, with `/` between; only of a store that is a
   * folder.
   */
  readonly pathOf?: (key: string) => string;
  /** The path of a blob on this machine; only of a store that is a folder. */
  readonly fileOf?: (key: string) => string;
  /** An address at which the store itself delivers the blob for so long; only of a store that can. Asks the store nothing. */
  readonly presign?: (key: string, mediaType: string, seconds: number) => Promise<string>;
  /** Resolves when the store answers; changes nothing. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
