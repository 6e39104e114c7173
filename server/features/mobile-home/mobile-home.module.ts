import { type Core, defineFeature } from '#server/app/feature';
import { createDeliveries } from './deliveries.ts';
import { createMobileHome } from './mobile-home.ts';
import { mobileRoutes } from './mobile-home.routes.ts';

/** Home screens for apps, and the counts of their deliveries. */
export function createMobileHomeFeature({ database }: Core) {
  const deliveries = createDeliveries(database);
  return defineFeature({
    name: 'mobile-home',
    routes: () => mobileRoutes(database.kysely, createMobileHome(database), deliveries),
    flush: { what: 'deliveries', run: () => deliveries.flush() },
  });
}
