import type { FileKeeper, FileRow } from '#server/media/file-keeper';
import type { StagedFile } from '#server/media/staged-file';

/** The blobs of one write: kept before its transaction, their rows inserted in it. */
export interface KeptFiles {
  readonly rows: readonly FileRow[];
  /** The columns that name the picture, when one was sent. */
  readonly picture?: { readonly image_key: string; readonly thumbnail_key: string };
  /** The column that names the audio file, when one was sent. */
  readonly audio?: { readonly audio_key: string };
  /** Seconds, of the audio file. */
  readonly audioSeconds?: number;
}

/** Keeps cover and audio of a request, both or neither. @throws what `FileKeeper` throws */
export async function keepFiles(
  keeper: FileKeeper,
  files: ReadonlyMap<string, StagedFile>,
): Promise<KeptFiles> {
  const image = files.get('image');
  const audio = files.get('audio');
  const picture = image && (await keeper.keepPicture(image));
  try {
    const sound = audio && (await keeper.keepAudio(audio));
    return {
      rows: [...(picture?.rows ?? []), ...(sound?.rows ?? [])],
      ...(picture && { picture: { image_key: picture.image_key, thumbnail_key: picture.thumbnail_key } }),
      ...(sound && { audio: { audio_key: sound.audio_key }, audioSeconds: sound.duration }),
    };
  } catch (error) {
    if (picture) await keeper.abandon(picture.rows.map((row) => row.key));
    throw error;
  }
}
/**
 * Runs a write that names new blobs and drops old ones: the new ones go again when it fails, the dropped ones when it is
 * committed.
 */
export async function withFiles<Result>(
  keeper: FileKeeper,
  added: readonly FileRow[],
  write: () => Promise<{ result: Result; dropped: readonly string[] }>,
): Promise<Result> {
  const keys = added.map((row) => row.key);
  try {
    const { result, dropped } = await write();
    await keeper.release(dropped);
    return result;
  } catch (error) {
    await keeper.abandon(keys);
    throw error;
  }
}
