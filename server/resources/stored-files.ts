import type { FileStorage, FileRow } from '#server/media/file-storage';
import type { StagedFile } from '#server/media/staged-file';

/** The blobs of one write: kept before its transaction, their rows inserted in it. */
export interface StoredFiles {
  readonly rows: readonly FileRow[];
  /** The columns that name the picture, when one was sent. */
  readonly picture?: { readonly image_key: string; readonly thumbnail_key: string };
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
  const image = files.get('image');
  const audio = files.get('audio');
  const picture = image && (await storage.storePicture(image));
  try {
    const sound = audio && (await storage.storeAudio(audio));
    return {
      rows: [...(picture?.rows ?? []), ...(sound?.rows ?? [])],
      ...(picture && { picture: { image_key: picture.image_key, thumbnail_key: picture.thumbnail_key } }),
      ...(sound && { audio: { audio_key: sound.audio_key }, audioSeconds: sound.duration }),
    };
  } catch (error) {
    if (picture) await storage.removeUnreferenced(picture.rows.map((row) => row.key));
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
    dropped: readonly string[];
    withheld?: readonly string[];
  }>,
): Promise<Result> {
  const keys = added.map((row) => row.key);
  try {
    const { result, dropped, withheld = [] } = await write();
    await storage.remove(dropped);
    await storage.withhold(withheld);
    return result;
  } catch (error) {
    await storage.removeUnreferenced(keys);
    throw error;
  }
}
