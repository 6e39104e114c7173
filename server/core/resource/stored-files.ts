import type { FileStorage, FileRow } from '#server/core/media/file-storage';
import type { StagedFile } from '#server/core/media/staged-file';

/** The blobs of one write: kept before its transaction, their rows inserted in it. */
export interface StoredFiles {
  readonly rows: readonly FileRow[];
  /** The columns that name the picture, when one was sent. */
  readonly image?: { readonly image_key: string; readonly thumbnail_key: string };
  /** The column that names the audio file, when one was sent. */
  readonly audio?: { readonly audio_key: string };
  /** Seconds, of the audio file. */
  readonly audioSeconds?: number;
}

/** Keeps cover and audio of a request, both or neither. @throws what `FileStorage` throws */
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
 * Runs a write that names new blobs and lets go of old ones: the new ones go again when it fails, the others when it is
 * committed, for good or out of service.
 */
export async function withFiles<Result>(
  storage: FileStorage,
  added: readonly FileRow[],
  write: () => Promise<{
    result: Result;
    discarded: readonly string[];
    retained?: readonly string[];
  }>,
): Promise<Result> {
  const keys = added.map((row) => row.key);
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
