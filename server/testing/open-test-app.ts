import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDiskStore } from '#server/core/blobs/disk';
import type { Config } from '#server/app/config';
import type { Database } from '#server/core/db/open';
import { type TestApp, buildTestApp } from './build-test-app.ts';

/** Opens the application with a database and an empty folder of files. Closing it deletes the folder and leaves the database open. */
export async function openTestApp(database: Database, settings: Partial<Config> = {}): Promise<TestApp> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-blobs-'));
  const api = await buildTestApp(database, await openDiskStore(folder), settings);
  return {
    ...api,
    async close(): Promise<void> {
      await api.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
