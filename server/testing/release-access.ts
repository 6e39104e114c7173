import type { Database } from '#server/core/db/open';
import type { FileStorage } from '#server/core/media/file-storage';
import { type Services, createServices, servicesByResource } from '#server/app/modules';
import { type ReleaseAccess, createReleaseAccess } from '#server/features/releases/release-access';
import { createReleaseWrites } from '#server/features/releases/release-writes';
import { createSharedViews } from '#server/features/releases/shared-views';
import { settingsOf } from './settings.ts';

/** Creates the access to releases of a catalogue for tests. */
export function releaseAccessOf(database: Database, services: Services, files: FileStorage): ReleaseAccess {
  const settings = settingsOf();
  const deps = {
    database,
    files,
    createServices: (db: Database, storage: FileStorage) =>
      createServices({ database: db, files: storage, settings, trashDays: 30 }),
    servicesByResource,
    settings,
  };
  return createReleaseAccess(deps, {
    services,
    views: createSharedViews(deps),
    writes: createReleaseWrites(deps),
  });
}

/** Adds a draft. @returns its ID */
export async function addReleaseRow({ kysely }: Database, name = 'Summer'): Promise<number> {
  const now = new Date().toISOString();
  const { id } = await kysely
    .insertInto('releases')
    .values({
      name,
      note: '',
      colour: 'blue',
      status: 'draft',
      time_zone: 'UTC',
      publish_at: null,
      ends_at: null,
      published_at: null,
      rolled_back_at: null,
      failure: null,
      owner_id: null,
      scheduled_by: null,
      scheduled_token: null,
      entry_id: null,
      version: 1,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
