import { type Core, defineFeature } from '#server/app/feature';
import {
  type Services,
  createServices,
  lifecyclesOf,
  servicesByResource,
  wrapServices,
} from '#server/app/modules';
import { commentRoutes } from './comments.routes.ts';
import { createCommentService } from './comments.service.ts';
import { createThrottles } from '#server/core/auth/throttles';
import { productNameOf, publicUrlOf } from '#server/core/settings/product';
import type { BookContentService } from '#server/features/book-content/book-content.service';
import { contentWithReleases } from './content-with-releases.ts';
import { createContentWrites } from './content-writes.ts';
import { createHomeAt } from './home-at.ts';
import { createOverdueReleases } from './overdue.ts';
import { publishDue } from './publish-due.ts';
import { createPublishing } from './publishing.ts';
import { registerReleaseCalendar, releaseCalendarRoutes } from './release-calendars.routes.ts';
import { createReleaseCalendars } from './release-calendars.service.ts';
import { createReleaseChecker } from './release-checks.ts';
import { createReadRoutes } from './read.routes.ts';
import { createReleaseAccess } from './release-access.ts';
import { createReleaseWrites } from './release-writes.ts';
import { releaseRoutes } from './releases.routes.ts';
import { createReleaseService } from './releases.service.ts';
import { createSharedViews } from './shared-views.ts';
import { withReleases } from './with-releases.ts';

/** The interval of the search for due releases. */
const EVERY_MS = 5_000;

interface Deps extends Core {
  readonly services: Services;
  readonly bookContents: BookContentService;
}

/**
 * Creates the feature that reports overdue releases. It runs apart from the one that publishes them, so that a release that is being
 * published for minutes is reported too.
 */
export function createOverdueReleasesFeature({ config, database }: Core) {
  const overdue = createOverdueReleases({ database, adminEmail: config.adminEmail });
  return defineFeature({
    name: 'overdue releases',
    /** Returns messages for the system report. */
    findProblems: overdue.problems,
    refresh: { what: 'overdue releases', run: (_signal, log) => overdue.check(log) },
  });
}

/** Releases: prepared changes that are published together. */
export function createReleasesFeature(core: Deps) {
  const { config, database, files, jobs, settings, services, bookContents } = core;
  const { adminEmail, trashDays } = config;
  const lifecycles = lifecyclesOf(services);
  const deps = {
    database,
    files,
    lifeOf: (kind: keyof typeof lifecycles) => lifecycles[kind],
    createServices: (db: typeof database, storage: typeof files) =>
      createServices({ database: db, files: storage, settings, trashDays }),
    servicesByResource,
    settings,
    jobs,
  };
  const views = createSharedViews(deps);
  const writes = createReleaseWrites(deps);
  const service = createReleaseService(deps);
  const comments = createCommentService({ database, adminEmail });
  const access = createReleaseAccess(deps, { services, views, writes });
  const publisher = createPublishing(deps);
  const checker = createReleaseChecker(deps);
  const calendars = createReleaseCalendars({ database, adminEmail });
  return defineFeature({
    name: 'releases',
    service,
    comments,
    /** The services of the resources, which read and write in the release of a request. */
    services: wrapServices(services, (own, kind) => withReleases(own, kind, { views, writes })),
    /** The service of book content, which reads and saves in the release of a request. */
    bookContents: contentWithReleases(bookContents, core, {
      views,
      saveContent: createContentWrites(deps, writes),
    }),
    access,
    /** Makes other routes read in the release of a request. */
    readRoutes: createReadRoutes(access),
    homeAt: createHomeAt(deps, { ...publisher, views }),
    routes: () => [
      // The address of the request is used only for signed-in users.
      ...releaseCalendarRoutes(
        calendars,
        ({ protocol, host }) => publicUrlOf(settings) || `${protocol}://${host}`,
      ),
      ...releaseRoutes({ service, publishing: publisher, checker }),
      ...commentRoutes(comments),
    ],
    register({ app }) {
      app.addHook('onClose', views.close);
      registerReleaseCalendar(app, {
        calendars,
        service,
        throttles: createThrottles(database.kysely),
        site: () => ({ name: `${productNameOf(settings)}: Releases`, address: publicUrlOf(settings) }),
      });
    },
    refresh: {
      what: 'due releases',
      everyMs: EVERY_MS,
      run: (_signal, log) => publishDue({ database, publishing: publisher, adminEmail }, log),
    },
  });
}
