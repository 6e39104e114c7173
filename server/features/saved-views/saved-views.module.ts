import { type Core, defineFeature } from '#server/app/feature';
import type { Services } from '#server/app/modules';
import { countersOf } from './count-views.ts';
import { viewRoutes } from './saved-views.routes.ts';
import { createViewService } from './saved-views.service.ts';

/** Saved views of lists. */
export function createSavedViewsFeature({ database, services }: Core & { readonly services: Services }) {
  return defineFeature({
    name: 'saved-views',
    routes: () => viewRoutes(createViewService({ database, counters: countersOf(services) })),
  });
}
