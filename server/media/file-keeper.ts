import { rm, stat } from 'node:fs/promises';
import type { BlobStore } from '#server/blobs/blob-store';
import { createKey } from '#server/blobs/key';
import { inspectAudio } from './audio.ts';
import { mediaTypeOf } from './stored-kinds.ts';
import { renderPicture } from './picture.ts';
import type { StagedFile } from './staged-file.ts';

/** A row of the table `files`. */
export interface FileRow {
  readonly key: string;
  readonly media_type: string;
  /** Bytes. */
  readonly size: number;
  /** ISO. */
  readonly created_at: string;
}

export interface KeptPicture {
  readonly image_key: string;
  readonly thumbnail_key: string;
  readonly rows: readonly FileRow[];
}

export interface KeptAudio {
  readonly audio_key: string;
  /** Whole seconds. */
  readonly duration: number;
  readonly rows: readonly FileRow[];
}

/**
 * File and row as one act: `keep…` first, then the rows in the caller's transaction, then `release` for what the transaction
 * replaced; or `abandon` when it failed. What a crash leaves in between is the sweeper's.
 */
export interface FileKeeper {
  /** Stores the renditions of a picture and uses up the staged file. @throws AppError 413, 415, 422, 503, 507 */
  keepPicture(staged: StagedFile): Promise<KeptPicture>;
  /** Stores an audio file as it is and uses up the staged file. @throws AppError 415, 422, 503, 507 */
  keepAudio(staged: StagedFile): Promise<KeptAudio>;
  /** After a failed write: removes those of the keys that no row names. Never throws. */
  abandon(keys: readonly string[]): Promise<void>;
  /** After a commit that dropped their rows: removes the blobs. Never throws. */
  release(keys: readonly string[]): Promise<void>;
}

export function createFileKeeper(deps: {
  readonly blobs: BlobStore;
  /** Which of the keys have a row. */
  readonly isReferenced: (keys: readonly string[]) => Promise<ReadonlySet<string>>;
}): FileKeeper {
  const { blobs, isReferenced } = deps;

  /** What cannot be removed now is an orphan that the sweeper finds. */
  async function release(keys: readonly string[]): Promise<void> {
    await Promise.allSettled(keys.map((key) => blobs.remove(key)));
  }

  async function store(path: string, extension: string): Promise<FileRow> {
    const key = createKey(extension);
    const mediaType = mediaTypeOf(key) ?? 'application/octet-stream';
    const { size } = await stat(path);
    try {
      await blobs.put(key, path, mediaType);
    } catch (error) {
      await release([key]);
      throw error;
    }
    return { key, media_type: mediaType, size, created_at: new Date().toISOString() };
  }

  async function keepPicture(staged: StagedFile): Promise<KeptPicture> {
    const target = { picture: `${staged.path}.picture`, thumbnail: `${staged.path}.thumbnail` };
    try {
      await renderPicture(staged.path, target);
      const picture = await store(target.picture, 'webp');
      try {
        const thumbnail = await store(target.thumbnail, 'webp');
        return { image_key: picture.key, thumbnail_key: thumbnail.key, rows: [picture, thumbnail] };
      } catch (error) {
        await release([picture.key]);
        throw error;
      }
    } finally {
      await Promise.all([
        staged.discard(),
        ...Object.values(target).map((path) => rm(path, { force: true })),
      ]);
    }
  }

  async function keepAudio(staged: StagedFile): Promise<KeptAudio> {
    try {
      const { extension, seconds } = await inspectAudio(staged.path);
      const row = await store(staged.path, extension);
      return { audio_key: row.key, duration: Math.round(seconds), rows: [row] };
    } finally {
      await staged.discard();
    }
  }

  return {
    keepPicture,
    keepAudio,
    release,
    async abandon(keys) {
      if (keys.length === 0) return;
      const referenced = await isReferenced(keys).catch(() => undefined);
      if (referenced) await release(keys.filter((key) => !referenced.has(key)));
    },
  };
}
