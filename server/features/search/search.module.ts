import { mergeSearchInBackground } from '#server/core/db/merge-search';
import { type Core, defineFeature } from '#server/app/feature';
import { searchRoutes } from './search.routes.ts';

/** Search over all record types. */
export function createSearchFeature({ database }: Core) {
  return defineFeature({
    name: 'search',
    routes: () => searchRoutes(database),
    refresh: { what: 'the search index', run: (signal) => mergeSearchInBackground(database, signal) },
  });
}
