import { type Core, type Feature, defineFeature } from '#server/app/feature';
import type { Services } from '#server/app/modules';
import { type BulkJobDeps, createBulkJob } from './bulk.jobs.ts';
import { bulkRoutes } from './bulk.routes.ts';
import { type BulkService, createBulkService } from './bulk.service.ts';
import { deleteOldChanges } from './old-changes.ts';

interface Deps extends Core, Pick<BulkJobDeps, 'undoEntry' | 'releases'> {
  readonly services: Services;
}

interface BulkFeature extends Feature {
  /** Undoes bulk changes. */
  readonly bulk: BulkService;
}

/** Bulk changes of books. */
export function createBulkFeature({
  config,
  database,
  files,
  jobs,
  settings,
  services,
  releases,
  undoEntry,
}: Deps): BulkFeature {
  const { adminEmail, trashDays } = config;
  const bulk = createBulkService({ database, jobs, settings, releases, trashDays });
  return defineFeature({
    name: 'bulk',
    bulk,
    routes: () => bulkRoutes(bulk),
    jobs: () => [
      createBulkJob({
        database,
        files,
        retention: { trashDays },
        services,
        settings,
        releases,
        adminEmail,
        undoEntry,
      }),
    ],
    cleanUp: () => deleteOldChanges(database),
  });
}
