import { type Core, defineFeature } from '#server/app/feature';
import { findFfmpeg } from '#server/features/audio/analysis/find-ffmpeg';
import type { ScansFeature } from '#server/features/audio/audio-analysis.module';
import { createAlignFirstChapterJob, createAlignJob } from './align.jobs.ts';
import { createAutosaves } from './autosaves.ts';
import { createEditors } from './editors.ts';
import { bookContentRoutes } from './book-content.routes.ts';
import type { BookContentService } from './book-content.service.ts';

interface Deps extends Core {
  readonly bookContents: BookContentService;
  readonly analyses: Pick<ScansFeature, 'scanMissingOf'>;
}

/** Book content, its autosaves and its editors. Opening a book enqueues missing audio analyses. */
export function createBookContentFeature({
  bookContents,
  analyses,
  config,
  database,
  blobs,
  staging,
  files,
  jobs,
  settings,
}: Deps) {
  return defineFeature({
    name: 'book-content',
    routes: ({ app: { log } }) =>
      bookContentRoutes(bookContents, {
        autosaves: createAutosaves(database),
        editors: createEditors(database),
        onOpened: (bookId) => analyses.scanMissingOf(bookId, log),
      }),
    jobs: () => {
      const deps = {
        adminEmail: config.adminEmail,
        database,
        blobs,
        staging,
        files,
        jobs,
        settings,
        ffmpeg: findFfmpeg(config.ffmpegPath),
        models: config.alignModels,
      };
      return [createAlignJob(deps), createAlignFirstChapterJob(deps)];
    },
  });
}
