import { type Core, type Log, defineFeature } from './feature.ts';
import { type ReadRoutes, type Services, moduleRoutes } from './modules.ts';
import type { ScansFeature } from '#server/features/audio/audio-analysis.module';
import type { ClipsFeature } from '#server/features/audio/clips.module';
import { currentRelease } from '#server/core/resource/request-release';
import { takingUploads } from '#server/features/uploads/take-upload';

interface Deps extends Core {
  readonly services: Services;
  readonly readRoutes: ReadRoutes;
  readonly analyses: Pick<ScansFeature, 'scanBook'>;
  readonly clips: Pick<ClipsFeature, 'withClips'>;
}

/** Creates the feature of catalogue records. The audio of a book can be an earlier upload, and is analysed after the book is saved. */
export function createRecordsFeature({
  database,
  blobs,
  staging,
  services,
  readRoutes,
  analyses,
  clips,
}: Deps) {
  const books = ({ log }: { readonly log: Log }) => {
    const withUploads = {
      ...services.books,
      ...takingUploads(services.books, { database, blobs, staging }, (book, userId) =>
        currentRelease() === undefined ? analyses.scanBook(book, userId, log) : Promise.resolve(),
      ),
    };
    return { ...withUploads, ...clips.withClips(withUploads, log) };
  };
  return defineFeature({
    name: 'records',
    routes: ({ app }) => moduleRoutes({ database, services: { ...services, books: books(app) } }, readRoutes),
  });
}
