import { type Core, defineFeature } from '#server/app/feature';
import { publicUrlOf } from '#server/core/settings/product';
import { createDeliveries } from './deliveries.ts';
import { createMobileHome } from './mobile-home.ts';
import type { Sessions } from '#server/core/auth/sessions';
import type { ReadRoutes } from '#server/app/modules';
import { type HomeAt, homePreviewRoutes, mobileRoutes } from './mobile-home.routes.ts';
import { previewLinkRoutes } from './preview-links.routes.ts';
import { createPreviewLinks } from './preview-links.service.ts';

/** Home screens for apps, the counts of their deliveries, and links that show unsaved home screens. */
export function createMobileHomeFeature({
  config,
  database,
  settings,
  sessions,
  homeAt,
  readRoutes,
}: Core & { readonly sessions: Sessions; readonly homeAt: HomeAt; readonly readRoutes: ReadRoutes }) {
  const deliveries = createDeliveries(database);
  const links = createPreviewLinks({ database, adminEmail: config.adminEmail });
  return defineFeature({
    name: 'mobile-home',
    routes: () => [
      ...mobileRoutes(createMobileHome(database), { deliveries, sessions, homeAt }),
      ...readRoutes(homePreviewRoutes(database.kysely), (catalogue) =>
        homePreviewRoutes(catalogue.database.kysely),
      ),
      // The address of the request is used only for signed-in users.
      ...previewLinkRoutes(links, ({ protocol, host }) => publicUrlOf(settings) || `${protocol}://${host}`),
    ],
    flush: { what: 'deliveries', run: () => deliveries.flush() },
    cleanUp: () => links.deleteExpired(),
  });
}
