import { mergeSearchInBackground } from '#server/core/db/merge-search';
import { type Core, defineFeature } from '#server/app/feature';
import type { ReadRoutes } from '#server/app/modules';
import { searchRoutes } from './search.routes.ts';

/** Search over all record types. */
export function createSearchFeature({ database, readRoutes }: Core & { readonly readRoutes: ReadRoutes }) {
  return defineFeature({
    name: 'search',
    routes: () => readRoutes(searchRoutes(database), (catalogue) => searchRoutes(catalogue.database)),
    refresh: { what: 'the search index', run: (signal) => mergeSearchInBackground(database, signal) },
  });
}
