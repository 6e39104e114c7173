import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { startPostgres } from '../../scripts/postgres.mjs';
import { onServer } from './on-server.ts';

/** Migrated and empty databases. A copy takes a tenth of the time of all migrations. */
export interface Templates {
  /** The name of a database on the PostgreSQL server of the run. */
  readonly postgres: string;
  /** The path of a file. */
  readonly sqlite: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL server on which tests can create databases. */
    postgresUrl: string;
    templates: Templates;
  }
}

/** Migrates databases in a process that loads the source files. This process would load the last build. */
async function migrateAll(urls: readonly string[]): Promise<void> {
  const child = fileURLToPath(new URL('templates-child.ts', import.meta.url));
  await promisify(execFile)(process.execPath, [child, ...urls]);
}

/** Starts one PostgreSQL server for the whole run, or uses the one in TEST_DATABASE_URL, and creates the templates of both databases. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const own = process.env['TEST_DATABASE_URL'] ? undefined : await startPostgres();
  const server = own?.url ?? process.env['TEST_DATABASE_URL'] ?? '';
  const folder = mkdtempSync(join(tmpdir(), 'lectern-template-'));
  const templates = {
    postgres: `lectern_template_${randomBytes(6).toString('hex')}`,
    sqlite: join(folder, 'catalogue.db'),
  };
  await onServer(server, `create database ${templates.postgres} template template0`);
  const url = new URL(server);
  url.pathname = `/${templates.postgres}`;
  await migrateAll([url.href, `file:${templates.sqlite}`]);
  project.provide('postgresUrl', server);
  project.provide('templates', templates);
  return async () => {
    await onServer(server, `drop database if exists ${templates.postgres} with (force)`);
    await own?.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
