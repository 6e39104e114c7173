import { rm, stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { BlobStore } from '#server/core/blobs/blob-store';
import { createKey } from '#server/core/blobs/key';
import { inspectAudio } from './audio.ts';
import { mediaTypeOf } from './stored-types.ts';
import { renderImage } from './image.ts';
import type { ImageShape } from './image-types.ts';
import type { StagedFile } from './staged-file.ts';

/** A row of the table `files`. */
export interface FileRow {
  readonly key: string;
  readonly media_type: string;
  /** The size in bytes. */
  readonly size: number;
  /** The time in ISO format. */
  readonly created_at: string;
  /** The SHA-256 hash in hexadecimal, of a file that is stored unchanged. */
  readonly sha256?: string | null;
  /** The file name of the upload. */
  readonly name?: string | null;
  /** The width of an image in pixels. */
  readonly width?: number;
  readonly height?: number;
}

export interface StoredImage {
  readonly image_key: string;
  readonly thumbnail_key: string;
  readonly rows: readonly FileRow[];
}

export interface StoredAudio {
  readonly audio_key: string;
  /** The duration in whole seconds. */
  readonly duration: number;
  readonly rows: readonly FileRow[];
}

type Storable = Pick<StagedFile, 'path' | 'discard'> & { readonly sha256: string | null };

/**
 * Writes files and rows consistently. First `store…` is called, then the rows are written in the caller's transaction. After the commit,
 * `remove` deletes the replaced files. After an error, `removeUnreferenced` deletes the new ones. The sweeper deletes files that a crash
 * left.
 */
export interface FileStorage {
  /**
   * Stores the renditions of an image and consumes the staged file.
   * @throws AppError 413, 415, 422, 503, 507
   */
  storeImage(stagedFile: StagedFile, shape?: ImageShape): Promise<StoredImage>;
  /**
   * Stores an audio file unchanged and consumes the staged file.
   * @throws AppError 415, 422, 503, 507
   */
  storeAudio(stagedFile: StagedFile): Promise<StoredAudio>;
  /**
   * Stores a file of a known type unchanged and consumes the staged file.
   * @throws AppError 503, 507
   */
  storeAs(storable: Storable, extension: string): Promise<FileRow>;
  /** Deletes the blobs without a row, after a failed write. Never throws. */
  removeUnreferenced(keys: readonly string[]): Promise<void>;
  /** Deletes the blobs, after a commit that deleted their rows. Never throws. */
  remove(keys: readonly string[]): Promise<void>;
  /** Stops serving the blobs, after a commit that retains them for a restore. Never throws. */
  withhold(keys: readonly string[]): Promise<void>;
  /** Deletes a retained blob, after a commit that no longer retains it. Never throws. */
  forget(key: string): Promise<void>;
  /** Serves retained blobs again, before the commit of a restore. @returns the keys that no longer exist @throws AppError 503, 507 */
  release(keys: readonly string[]): Promise<string[]>;
}

const MAX_WAIT_MS = 2_000;

export function createFileStorage(deps: {
  readonly blobs: BlobStore;
  /** Returns the keys that have a row. */
  readonly isReferenced: (keys: readonly string[]) => Promise<ReadonlySet<string>>;
}): FileStorage {
  const { blobs, isReferenced } = deps;

  /** Deletes blobs. A blob that cannot be deleted now is an orphan, which the sweeper deletes later. */
  async function remove(keys: readonly string[]): Promise<void> {
    await Promise.allSettled(keys.map((key) => blobs.remove(key)));
  }

  async function store(path: string, extension: string): Promise<FileRow> {
    const key = createKey(extension);
    const mediaType = mediaTypeOf(key) ?? 'application/octet-stream';
    const { size } = await stat(path);
    try {
      await blobs.put(key, path, mediaType);
    } catch (error) {
      await remove([key]);
      throw error;
    }
    return { key, media_type: mediaType, size, created_at: new Date().toISOString() };
  }

  async function storeImage(stagedFile: StagedFile, shape?: ImageShape): Promise<StoredImage> {
    const target = { image: `${stagedFile.path}.picture`, thumbnail: `${stagedFile.path}.thumbnail` };
    try {
      const size = await renderImage(stagedFile.path, target, shape);
      const image = { ...(await store(target.image, 'webp')), ...size };
      try {
        const thumbnail = await store(target.thumbnail, 'webp');
        const { name = null } = stagedFile;
        return {
          image_key: image.key,
          thumbnail_key: thumbnail.key,
          rows: [
            { ...image, name },
            { ...thumbnail, name },
          ],
        };
      } catch (error) {
        await remove([image.key]);
        throw error;
      }
    } finally {
      await Promise.all([
        stagedFile.discard(),
        ...Object.values(target).map((path) => rm(path, { force: true })),
      ]);
    }
  }

  async function storeAudio(stagedFile: StagedFile): Promise<StoredAudio> {
    try {
      const { extension, seconds } = await inspectAudio(stagedFile.path);
      const row = await store(stagedFile.path, extension);
      return {
        audio_key: row.key,
        duration: Math.round(seconds),
        rows: [{ ...row, sha256: stagedFile.sha256, name: stagedFile.name ?? null }],
      };
    } finally {
      await stagedFile.discard();
    }
  }

  async function storeAs(storable: Storable, extension: string): Promise<FileRow> {
    try {
      return { ...(await store(storable.path, extension)), sha256: storable.sha256 };
    } finally {
      await storable.discard();
    }
  }

  /** Limits the wait for storage that copies the blobs. The sweeper completes interrupted copies. */
  async function withhold(keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return;
    const retentions = Promise.allSettled(keys.map((key) => blobs.retained.take(key)));
    await Promise.race([retentions, delay(MAX_WAIT_MS, undefined, { ref: false })]);
  }

  return {
    storeImage,
    storeAudio,
    storeAs,
    remove,
    withhold,
    async forget(key) {
      // The blob was not moved if the process died before that, so both places are cleared.
      await Promise.allSettled([blobs.retained.remove(key), blobs.remove(key)]);
    },
    async release(keys) {
      const releases = await Promise.all(keys.map((key) => blobs.retained.release(key)));
      return keys.filter((_key, index) => !releases[index]);
    },
    async removeUnreferenced(keys) {
      if (keys.length === 0) return;
      const referencedKeys = await isReferenced(keys).catch(() => undefined);
      if (referencedKeys) await remove(keys.filter((key) => !referencedKeys.has(key)));
    },
  };
}
