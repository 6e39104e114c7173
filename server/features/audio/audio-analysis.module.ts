import { type Core, type Log, defineFeature } from '#server/app/feature';
import type { ReadCatalogue } from '#server/core/resource/request-release';
import { findFfmpeg } from './analysis/find-ffmpeg.ts';
import { createAudioAnalysisJob } from './audio-analysis.jobs.ts';
import {
  enqueueBookAnalysis,
  enqueueMissingAnalyses,
  enqueueMissingAnalysesOf,
} from './audio-analysis-rows.ts';
import { audioAnalysisRoutes } from './audio-analysis.routes.ts';

/** Number of analyses that one process completes in an hour. */
const MISSING_ANALYSES_A_ROUND = 20;

/**
 * Analyses of audio files. Opening a book enqueues its missing ones. When that fails, the error is logged, and an hourly round enqueues
 * them.
 */
export function createAudioAnalysisFeature({
  config,
  database,
  blobs,
  staging,
  files,
  jobs,
  readCatalogue,
}: Core & { readonly readCatalogue: ReadCatalogue }) {
  const { kysely: db } = database;
  const warn = (log: Log) => (error: unknown) =>
    log.warn({ err: error }, 'failed to enqueue an audio analysis');
  const scanMissingOf = (bookId: number, log: Log) =>
    enqueueMissingAnalysesOf(jobs, db, bookId).then(() => undefined, warn(log));
  return defineFeature({
    name: 'audio-analysis',
    async scanBook(book: { readonly id: number; readonly name: string }, userId: number, log: Log) {
      await enqueueBookAnalysis(jobs, { db, book, userId }).catch(warn(log));
    },
    scanMissingOf,
    routes: ({ app }) =>
      audioAnalysisRoutes(database, readCatalogue, (bookId) => scanMissingOf(bookId, app.log)),
    jobs: () => [
      createAudioAnalysisJob({ database, blobs, staging, files, ffmpeg: findFfmpeg(config.ffmpegPath) }),
    ],
    enqueueMissing: (log) =>
      enqueueMissingAnalyses(jobs, db, MISSING_ANALYSES_A_ROUND).then(
        () => undefined,
        (error: unknown) => log.error({ err: error }, 'failed to enqueue audio analyses'),
      ),
  });
}

export type ScansFeature = ReturnType<typeof createAudioAnalysisFeature>;
