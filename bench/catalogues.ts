import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Database, migrate, openDatabase } from '#server/core/db/open';
import { createProjection } from '#server/features/catalogue-health/projection/projection';
import { onServer } from '#server/testing/on-server';
import { generateBooks, skipProjection } from './generate-books.ts';
import { round } from './load.ts';

export interface Catalogue {
  /** The PostgreSQL database. The CPU time of its server processes is counted. */
  readonly databaseName: string | undefined;
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
}

interface CatalogueOptions {
  readonly name: string;
  readonly books: number;
  /** True if the report data of all books is computed before the first request. */
  readonly isProjected?: boolean;
}

/** Returns functions that create databases in a folder, or on a PostgreSQL server. */
export function createCatalogues(root: string, postgres: string | undefined) {
  const databaseNameOf = (name: string) => (postgres === undefined ? undefined : `bench_${name}`);

  /** Creates an empty database. @returns its address */
  async function emptyDatabase(name: string, folder = root): Promise<string> {
    const databaseName = databaseNameOf(name);
    if (postgres === undefined || databaseName === undefined) return `file:${join(folder, `${name}.db`)}`;
    await onServer(postgres, `drop database if exists ${databaseName} with (force)`);
    await onServer(postgres, `create database ${databaseName} template template0`);
    const url = new URL(postgres);
    url.pathname = `/${databaseName}`;
    return url.href;
  }

  async function create({ name, books, isProjected = false }: CatalogueOptions): Promise<Catalogue> {
    const folder = await mkdtemp(join(root, `${name}-`));
    const url = await emptyDatabase(name, folder);
    const startedAt = performance.now();
    const database = await openDatabase(url);
    await migrate(database);
    await generateBooks(database, books);
    await skipProjection(database);
    if (isProjected) {
      await database.kysely.updateTable('projection_state').set({ is_complete: 0 }).execute();
      await createProjection(database).refresh(Number.POSITIVE_INFINITY);
    }
    await database.close();
    console.log(`${books} books generated in ${round((performance.now() - startedAt) / 1000, 1)} s`);
    return { folder, databaseName: databaseNameOf(name), env: { DATA_DIR: folder, DATABASE_URL: url } };
  }

  return { emptyDatabase, create };
}

export type Catalogues = ReturnType<typeof createCatalogues>;

export const openCatalogue = ({ env }: Catalogue): Promise<Database> =>
  openDatabase(env['DATABASE_URL'] ?? '');

/** Deletes the folders of catalogues. */
export async function removeCatalogues(...catalogues: readonly Catalogue[]): Promise<void> {
  for (const { folder } of catalogues) await rm(folder, { recursive: true, force: true });
}
