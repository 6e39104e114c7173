import { setTimeout as delay } from 'node:timers/promises';
import { knownErrors } from '#contract/core/errors';
import type { BlobStore } from '#server/core/blobs/blob-store';
import { batches } from '#server/core/db/batches';
import type { Database } from '#server/core/db/open';
import { appError } from '#server/core/errors';
import type { ChildOptions } from '#server/core/jobs/child';
import type { LocalFile, Staging } from '#server/core/media/staging';
import { isAnalysing } from '#server/features/audio/audio-analysis-rows';

const POLL_MS = 500;

export interface LocalAudioDeps {
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly staging: Staging;
}

/** An audio file on the local disk, or the file with its features. */
export interface LocalAudio {
  readonly path: string;
  readonly extension: string;
}

/** Returns the keys of the features of audio files, by the key of the audio. */
async function featuresOf({ kysely }: Database, keys: readonly string[]): Promise<Map<string, string>> {
  const featuresByAudio = new Map<string, string>();
  for (const batch of batches(keys)) {
    const rows = await kysely
      .selectFrom('audio_analyses')
      .select(['audio_key', 'features_key'])
      .where('audio_key', 'in', batch)
      .execute();
    for (const { audio_key, features_key } of rows)
      if (features_key !== null) featuresByAudio.set(audio_key, features_key);
  }
  return featuresByAudio;
}

/** Waits while the audio is being analysed: decoding it at the same time would take longer. */
async function waitForAnalyses(
  { kysely }: Database,
  keys: readonly string[],
  { signal, progress }: Pick<ChildOptions, 'signal' | 'progress'>,
): Promise<void> {
  while (await isAnalysing(kysely, keys)) {
    progress?.(0, 'Analysing audio');
    await delay(POLL_MS, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}

/**
 * Runs a function with audio files on the local disk, in the order of the keys. Files with stored features are replaced by them, so that
 * they are not decoded again. @throws AppError when a file is missing
 */
export async function withLocalAudio<Result>(
  { database, blobs, staging }: LocalAudioDeps,
  {
    keys,
    isUrgent = false,
    needsAudio = false,
    ...waiting
  }: {
    readonly keys: readonly string[];
    /** Uses the audio while it is being analysed, instead of waiting for its features. */
    readonly isUrgent?: boolean;
    /** True if features are not enough. */
    readonly needsAudio?: boolean;
  } & Pick<ChildOptions, 'signal' | 'progress'>,
  run: (files: readonly LocalAudio[]) => Promise<Result>,
): Promise<Result> {
  if (!isUrgent) await waitForAnalyses(database, keys, waiting);
  const featuresByAudio = needsAudio ? new Map<string, string>() : await featuresOf(database, keys);
  const stagedFiles: LocalFile[] = [];
  const files: LocalAudio[] = [];
  const stage = async (key: string | undefined): Promise<boolean> => {
    const stagedFile = key === undefined ? undefined : await staging.openLocalFile(blobs, key);
    if (!key || !stagedFile) return false;
    stagedFiles.push(stagedFile);
    files.push({ path: stagedFile.path, extension: key.slice(key.lastIndexOf('.') + 1) });
    return true;
  };
  try {
    for (const key of keys)
      if (!(await stage(featuresByAudio.get(key))) && !(await stage(key)))
        throw appError(knownErrors.audioMissing);
    return await run(files);
  } finally {
    for (const stagedFile of stagedFiles) await stagedFile.discard();
  }
}
