import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobStore } from '#server/core/blobs/blob-store';
import { keepHeldFiles } from '#server/core/blobs/held-files';
import { openBlobStore } from '#server/core/blobs/open';
import { assertWritable } from '#server/core/blobs/storage-full';
import type { Config } from './config.ts';
import { referencedFiles } from '#server/core/db/files';
import { type Database, migrate } from '#server/core/db/open';
import { openCurrentDatabase } from './current-database.ts';
import { createImportService } from '#server/features/imports/imports.service';
import { createBookContentService } from '#server/features/book-content/book-content.service';
import { createJobQueue } from '#server/core/jobs/job-queue';
import { createFileStorage } from '#server/core/media/file-storage';
import { openStaging } from '#server/core/media/staging';
import { createServices } from './modules.ts';
import { openSettings } from '#server/core/settings/settings';
import { fileLimits } from '#server/core/settings/file-limits';

/**
 * Opens the dependencies of the server: data directory, database (migrated), file storage, staging, job queue, services. After a
 * move, it opens the database and file storage that the catalogue was moved to.
 */
export async function openDependencies(initialConfig: Config) {
  await mkdir(initialConfig.dataDir, { recursive: true });
  await assertWritable(initialConfig.dataDir);
  const { database, addresses } = await openCurrentDatabase(initialConfig);
  const config = { ...initialConfig, ...addresses };
  try {
    await migrate(database);
    const store = await openBlobStore(config.blobStoreUrl, config.blobTimeoutMs);
    return await createDependencies({ config, database, store });
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Creates what the server needs, with a migrated database and a file storage that are open. `close` closes them in reverse order. */
export async function createDependencies({ config, database, store }: OpenStorage) {
  const blobs = keepHeldFiles(store, database.kysely);
  const settings = await openSettings(database, config);
  const staging = await openStaging(join(config.dataDir, 'staging'), fileLimits(settings));
  const isReferenced = (keys: readonly string[]) => referencedFiles(database.kysely, keys);
  const files = createFileStorage({ blobs, isReferenced });
  const jobs = createJobQueue(database);
  const services = createServices({ database, files, settings, trashDays: config.trashDays });
  const imports = createImportService({
    database,
    files,
    jobs,
    books: services.books,
    series: services.series,
  });
  const bookContents = createBookContentService({ database, blobs, staging, files, jobs, settings });
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
    bookContents,
    async close() {
      await blobs.close();
      await database.close();
    },
  };
}

export type Dependencies = Awaited<ReturnType<typeof createDependencies>>;

interface OpenStorage {
  readonly config: Config;
  readonly database: Database;
  readonly store: BlobStore;
}
