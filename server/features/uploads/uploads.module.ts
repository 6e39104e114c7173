import type { Sessions } from '#server/core/auth/sessions';
import { type Core, defineFeature } from '#server/app/feature';
import { removeExpiredUploads } from './expired-uploads.ts';
import { createAssembleJob } from './assemble.jobs.ts';
import type { PartDeps } from './receive-parts.ts';
import { registerUploads } from './tus.routes.ts';
import { uploadRoutes } from './uploads.routes.ts';

interface Deps extends Core {
  readonly sessions: Sessions;
  /** Called for completed uploads in their transaction, and for those that are nearly complete. */
  readonly onReady: PartDeps['onReady'];
  readonly onNearlyReady: PartDeps['onNearlyReady'];
}

/** Resumable uploads. */
export function createUploadsFeature(deps: Deps) {
  const { config, database, blobs, staging, jobs, settings, sessions, onReady, onNearlyReady } = deps;
  return defineFeature({
    name: 'uploads',
    routes: () => uploadRoutes(database),
    register: ({ app }) =>
      registerUploads(app, {
        database,
        blobs,
        staging,
        jobs,
        sessions,
        maxFileBytes: () => settings.values().max_audio_bytes,
        quotaBytes: config.uploadQuotaBytes,
        onReady,
        onNearlyReady,
      }),
    jobs: () => [createAssembleJob({ database, blobs, staging, onReady, adminEmail: config.adminEmail })],
    cleanUp: async () => void (await removeExpiredUploads({ database, blobs, jobs })),
  });
}
