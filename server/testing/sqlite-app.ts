import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { Config } from '#server/app/config';
import { openDatabase } from '#server/core/db/open';
import { openTestApp } from './open-test-app.ts';

/** Opens the application with SQLite and a folder, for tests that do not depend on them. */
export async function openSqliteApp(settings: Partial<Config> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-sqlite-app-'));
  const path = join(folder, 'catalogue.db');
  await copyFile(inject('templates').sqlite, path);
  const database = await openDatabase(`file:${path}`);
  const api = await openTestApp(database, settings);
  return {
    ...api,
    database,
    async close(): Promise<void> {
      await api.close();
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
