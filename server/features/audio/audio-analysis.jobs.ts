import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Transaction } from 'kysely';
import { z } from 'zod';
import { knownErrors } from '#contract/core/errors';
import type { BlobStore } from '#server/core/blobs/blob-store';
import { deleteAnalysisFiles, insertFiles } from '#server/core/db/files';
import type { Database } from '#server/core/db/open';
import type { Schema } from '#server/core/db/schema';
import type { AudioAnalysisRow } from '#server/core/db/tables/audio-analyses';
import { AppError, appError } from '#server/core/errors';
import { runInChild } from '#server/core/jobs/child';
import { createIdleChildren } from '#server/core/jobs/idle-children';
import { type JobHandler, type JobOutcome, defineJob } from '#server/core/jobs/job';
import type { FileRow, FileStorage } from '#server/core/media/file-storage';
import type { DeclaredAudio, AudioAnalysisOrder, AudioAnalysisResult } from './analysis/analysis-child.ts';
import { FEATURES_EXTENSION } from './analysis/features-file.ts';
import type { Staging } from '#server/core/media/staging';
import { ANALYSIS_VERSION, audioAnalysisKind } from './audio-analysis-rows.ts';
import { serverModule } from '#server/core/server-module';

/** MiB. The decoder of AAC needs 355 for ten hours, the others 150. */
const MEMORY = 640;

/** A day of audio needs a fifth. */
const MAX_FILE_BYTES = 256 * 1024 * 1024;

const child = serverModule('features/audio/analysis/analysis-child');
/** Reuses processes, because a batch may have many short files. */
const idle = createIdleChildren(2_000);

export interface AudioAnalysisJobDeps {
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly staging: Staging;
  readonly files: FileStorage;
  /** The path of `ffmpeg`, which is faster than the built-in decoders. */
  readonly ffmpeg: string | null;
}

const emptyAnalysis = {
  version: ANALYSIS_VERSION,
  seconds: null,
  sample_rate: null,
  channels: null,
  codec: '',
  floor_db: null,
  speech_db: null,
  lufs: null,
  true_peak_db: null,
  rms_db: null,
  peaks_key: null,
  features_key: null,
  silences: '[]',
  clipped: null,
  clicks: null,
  problems: '[]',
  error: null,
};

type ResultIn<State> = Extract<AudioAnalysisResult, { readonly state: State }>;

/** Returns the values declared in the file, not the decoded ones. */
const declaredValues = ({ codec, fileRate, fileChannels }: DeclaredAudio) => ({
  codec,
  sample_rate: fileRate,
  channels: fileChannels,
});

const toRow = (
  keys: Pick<AudioAnalysisRow, 'audio_key' | 'peaks_key' | 'features_key'>,
  analysis: ResultIn<'done'>,
): AudioAnalysisRow => {
  const description = declaredValues(analysis);
  return {
    ...emptyAnalysis,
    ...description,
    ...keys,
    state: 'done',
    seconds: analysis.seconds,
    sample_rate: description.sample_rate ?? analysis.sampleRate,
    channels: description.channels ?? analysis.channels,
    floor_db: analysis.floorDb,
    speech_db: analysis.speechDb,
    lufs: analysis.lufs,
    true_peak_db: analysis.truePeakDb,
    rms_db: analysis.rmsDb,
    silences: JSON.stringify(analysis.silences.flat()),
    clipped: JSON.stringify(analysis.clipped.flat()),
    clicks: JSON.stringify(analysis.clicks),
    problems: JSON.stringify(analysis.problems),
    created_at: new Date().toISOString(),
  };
};

const DAMAGED = 'The audio couldn’t be decoded. The file may be damaged or use an unsupported format.';

/** @param description absent for a file without audio */
const toApiErrorDetails = (
  audio_key: string,
  error: string,
  description?: DeclaredAudio,
): AudioAnalysisRow => ({
  ...emptyAnalysis,
  ...(description && { ...declaredValues(description), seconds: description.fileSeconds }),
  audio_key,
  state: 'failed',
  error,
  created_at: new Date().toISOString(),
});

/** Analyses an audio file in a child process and stores the result. The job's subject is the key of the file. */
export function createAudioAnalysisJob({
  database,
  blobs,
  staging,
  files,
  ffmpeg,
}: AudioAnalysisJobDeps): JobHandler {
  /** Returns false when the file and its row were deleted in the meantime. */
  const isThere = async (key: string, db = database.kysely): Promise<boolean> =>
    (await db.selectFrom('files').select('key').where('key', '=', key).executeTakeFirst()) !== undefined;

  async function replaceRow(trx: Transaction<Schema>, row: AudioAnalysisRow): Promise<void> {
    await deleteAnalysisFiles(trx, [row.audio_key]);
    await trx.deleteFrom('audio_analyses').where('audio_key', '=', row.audio_key).execute();
    await trx.insertInto('audio_analyses').values(row).execute();
  }

  /** Stores the files that the child has written; all or none. */
  async function storeResults(
    results: readonly { readonly path: string; readonly extension: string }[],
  ): Promise<FileRow[]> {
    const rows: FileRow[] = [];
    try {
      for (const { path, extension } of results) {
        const discard = () => rm(path, { force: true });
        rows.push(await files.storeAs({ path, sha256: null, discard }, extension));
      }
      return rows;
    } catch (error) {
      await files.removeUnreferenced(rows.map(({ key }) => key));
      throw error;
    }
  }

  const failedAnalysis = (key: string, error: string, description?: DeclaredAudio): JobOutcome => ({
    result: { error },
    async commit(trx) {
      if (await isThere(key, trx)) await replaceRow(trx, toApiErrorDetails(key, error, description));
    },
  });

  return defineJob({
    kind: audioAnalysisKind,
    weight: 'heavy',
    payload: z.unknown(),
    async run({ subjectId: key, signal, progress }) {
      const localFile = (await isThere(key)) ? await staging.openLocalFile(blobs, key) : undefined;
      if (!localFile) return {};
      const analyse = async (folder: string): Promise<JobOutcome> => {
        const peaksPath = join(folder, 'peaks');
        const featuresPath = join(folder, 'features');
        const order: AudioAnalysisOrder = {
          path: localFile.path,
          extension: key.slice(key.lastIndexOf('.') + 1),
          peaksPath,
          featuresPath,
          ffmpeg,
        };
        const result = (await runInChild(child, order, {
          signal,
          progress,
          limits: { memory: MEMORY },
          idle,
          sandbox: {
            read: [dirname(localFile.path)],
            write: [folder],
            maxFileBytes: MAX_FILE_BYTES,
            startsPrograms: ffmpeg !== null,
          },
        })) as AudioAnalysisResult;
        if (result.state === 'failed') return failedAnalysis(key, result.message ?? DAMAGED, result);
        const rows = await storeResults([
          { path: peaksPath, extension: 'peak' },
          { path: featuresPath, extension: FEATURES_EXTENSION },
        ]);
        const [peaks_key = null, features_key = null] = rows.map(({ key: newKey }) => newKey);
        return {
          result: { seconds: result.seconds, problems: result.problems },
          async commit(trx) {
            if (!(await isThere(key, trx))) throw appError(knownErrors.audioDeletedMeanwhile);
            await insertFiles(trx, rows);
            await replaceRow(trx, toRow({ audio_key: key, peaks_key, features_key }, result));
          },
          discard: () => files.removeUnreferenced(rows.map(({ key: newKey }) => newKey)),
        };
      };
      try {
        return await staging.withFolder('analysis', analyse);
      } catch (error) {
        signal.throwIfAborted();
        // A damaged file stays damaged, but a retry may succeed after a server error.
        if (error instanceof AppError && error.status >= 500) throw error;
        return failedAnalysis(key, error instanceof AppError ? error.message : DAMAGED);
      } finally {
        await localFile.discard();
      }
    },
  });
}
