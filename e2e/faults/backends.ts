import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as base } from '@playwright/test';
import { openPostgres, type Postgres } from './postgres.ts';

export { expect };

export const backends = ['SQLite', 'PostgreSQL'] as const;
export type BackendName = (typeof backends)[number];
export type Settings = Readonly<Record<'DATA_DIR', string>> & Readonly<Record<string, string>>;

interface WorkerFixtures {
  readonly postgres: Postgres;
}

interface Fixtures {
  /** Settings for a server over an empty database and an empty folder. */
  readonly settingsOf: (backend: BackendName) => Promise<Settings>;
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
    await use(async (backend) => ({
      DATA_DIR: folder,
      ...(backend === 'PostgreSQL' && { DATABASE_URL: await postgres.emptyDatabase() }),
    }));
    await rm(folder, { recursive: true, force: true });
  },
});
