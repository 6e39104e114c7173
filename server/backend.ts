import { access, constants, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openBlobStore } from './blobs/open.ts';
import type { Config } from './config.ts';
import { referencedFiles } from './db/files.ts';
import { keptFiles } from './db/kept-files.ts';
import { migrate, openDatabase } from './db/open.ts';
import { createImportService } from './import/imports.service.ts';
import { createInsideService } from './inside/inside.service.ts';
import { createJobQueue } from './jobs/job-queue.ts';
import { createFileStorage } from './media/file-storage.ts';
import { openStaging } from './media/staging.ts';
import { createServices } from './modules.ts';
import { openSettings } from './settings/settings.ts';
import { fileLimits } from './settings/file-limits.ts';

/**
 * Opens what the server works on: data directory, database (migrated), blob store, staging, job queue, services. `close` gives it all
 * back in the reverse order.
 */
export async function openBackend(config: Config) {
  await mkdir(config.dataDir, { recursive: true });
  await access(config.dataDir, constants.W_OK);
  const database = await openDatabase(config.databaseUrl);
  try {
    await migrate(database);
    const blobs = await openBlobStore(config.blobStoreUrl, config.blobTimeoutMs);
    const settings = await openSettings(database, config);
    const staging = await openStaging(join(config.dataDir, 'staging'), fileLimits(settings));
    const isReferenced = (keys: readonly string[]) => referencedFiles(database.kysely, keys);
    const files = createFileStorage({ blobs, isReferenced });
    const jobs = createJobQueue(database);
    const services = createServices({ database, files, settings, trashDays: config.trashDays });
    const imports = createImportService({ database, files, jobs, books: services.books });
    const insides = createInsideService({ database, blobs, staging, files, jobs, settings });
    return {
      config,
      settings,
      database,
      blobs,
      staging,
      files,
      jobs,
      services,
      imports,
      insides,
      isReferenced,
      isKept: (keys: readonly string[]) => keptFiles(database.kysely, keys),
      async close() {
        await blobs.close();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

export type Backend = Awaited<ReturnType<typeof openBackend>>;
