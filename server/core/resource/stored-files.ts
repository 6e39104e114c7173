import type { FileStorage, FileRow } from '#server/core/media/file-storage';
import type { StagedFile } from '#server/core/media/staged-file';

/** The blobs of one write. They are stored before its transaction, which inserts their rows. */
export interface StoredFiles {
  readonly rows: readonly FileRow[];
  /** The columns that refer to the image, if one was sent. */
  readonly image?: { readonly image_key: string; readonly thumbnail_key: string };
  /** The column that refers to the audio file, if one was sent. */
  readonly audio?: { readonly audio_key: string };
  /** The duration of the audio file in seconds. */
  readonly audioSeconds?: number;
}

/** Stores the image and the audio of a request, both or neither. @throws the errors of `FileStorage` */
export async function storeFiles(
  storage: FileStorage,
  files: ReadonlyMap<string, StagedFile>,
): Promise<StoredFiles> {
  const imageFile = files.get('image');
  const audioFile = files.get('audio');
  const image = imageFile && (await storage.storeImage(imageFile));
  try {
    const audio = audioFile && (await storage.storeAudio(audioFile));
    return {
      rows: [...(image?.rows ?? []), ...(audio?.rows ?? [])],
      ...(image && { image: { image_key: image.image_key, thumbnail_key: image.thumbnail_key } }),
      ...(audio && { audio: { audio_key: audio.audio_key }, audioSeconds: audio.duration }),
    };
  } catch (error) {
    if (image) await storage.removeUnreferenced(image.rows.map((row) => row.key));
    throw error;
  }
}
/**
 * Runs a write that adds and releases blobs. If it fails, the new blobs are deleted. If it commits, the released ones are deleted or
 * retained.
 */
export async function withFiles<Result>(
  storage: FileStorage,
  addedFiles: readonly FileRow[],
  write: () => Promise<{
    result: Result;
    discarded: readonly string[];
    retained?: readonly string[];
  }>,
): Promise<Result> {
  const keys = addedFiles.map((row) => row.key);
  try {
    const { result, discarded, retained = [] } = await write();
    await storage.remove(discarded);
    await storage.withhold(retained);
    return result;
  } catch (error) {
    await storage.removeUnreferenced(keys);
    throw error;
  }
}
