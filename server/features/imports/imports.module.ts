import { type Core, defineFeature } from '#server/app/feature';
import { importRoutes } from './imports.routes.ts';
import type { ImportService } from './imports.service.ts';
import { createReadJob } from './parse.jobs.ts';

/** Imports: proposals that are created from uploaded files, until they are accepted or expire. */
export function createImportsFeature({
  imports,
  config,
  database,
  jobs,
  blobs,
  staging,
  files,
}: Core & { readonly imports: ImportService }) {
  return defineFeature({
    name: 'imports',
    routes: () => importRoutes(imports),
    jobs: () => [
      createReadJob({
        database,
        jobs,
        blobs,
        staging,
        files,
        quotaBytes: config.uploadQuotaBytes,
        adminEmail: config.adminEmail,
      }),
    ],
    async cleanUp(log) {
      const expiredCount = await imports.removeExpired();
      if (expiredCount > 0) log.info({ expired: expiredCount }, 'removed expired imports');
    },
  });
}
