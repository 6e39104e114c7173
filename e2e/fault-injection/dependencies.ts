import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as base } from '@playwright/test';
import { type Server, startServer } from '../server.ts';
import { openPostgres, type Postgres } from './postgres.ts';

export { expect };

export const backends = ['SQLite', 'PostgreSQL'] as const;
export type BackendName = (typeof backends)[number];
export type Settings = Readonly<Record<'DATA_DIR', string>> & Readonly<Record<string, string>>;

interface WorkerFixtures {
  readonly postgres: Postgres;
}

interface Fixtures {
  /** Returns settings for a server with an empty database and an empty folder. */
  readonly settingsOf: (dependencies: BackendName) => Promise<Settings>;
  /** Starts a server that is stopped at the end of the test. */
  readonly start: (settings: Settings) => Promise<Server>;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  postgres: [
    async ({}, use) => {
      const postgres = await openPostgres();
      await use(postgres);
      await postgres.close();
    },
    { scope: 'worker' },
  ],
  settingsOf: async ({ postgres }, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'lectern-fault-'));
    await use(async (dependencies) => ({
      DATA_DIR: folder,
      ...(dependencies === 'PostgreSQL' && { DATABASE_URL: await postgres.emptyDatabase() }),
    }));
    await rm(folder, { recursive: true, force: true });
  },
  // This fixture depends on `settingsOf`, so that servers stop before their database and files are deleted.
  start: async ({ settingsOf }, use) => {
    void settingsOf;
    const servers: Server[] = [];
    await use(async (settings) => {
      const server = await startServer(settings);
      servers.push(server);
      return server;
    });
    await Promise.all(servers.map((server) => server.kill()));
  },
});
