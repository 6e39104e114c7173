import { type Core, defineFeature } from '#server/app/feature';
import { presenceRoutes } from './presence.routes.ts';
import { createPresenceService } from './presence.service.ts';

/** The users who have a record open. */
export function createPresenceFeature({ database }: Core) {
  const service = createPresenceService(database);
  return defineFeature({
    name: 'presence',
    routes: () => presenceRoutes(service),
    cleanUp: () => service.removeOld(),
  });
}
