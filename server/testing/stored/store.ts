import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '#server/core/db/open';
import { createCatalogue } from '../factories.ts';
import { startPostgres } from '../../../scripts/postgres.mjs';
import { dumpDatabase, migrateAndRecord } from './dump.ts';
import { enterSample } from './sample.ts';

/*
 * Writes a sample database of this version beside this file. Run once per release, see CONTRIBUTING.md. Later versions are tested with it,
 * so a stored database never changes.
 */

async function store(url: string, name: string): Promise<void> {
  const database = await openDatabase(url);
  const shape = await migrateAndRecord(database);
  await enterSample(createCatalogue(database));
  await writeFile(join(import.meta.dirname, name), await dumpDatabase(database, shape), { flag: 'wx' });
  await database.close();
}

const version = process.argv[2] ?? '';
if (!/^\d+\.\d+\.\d+$/.test(version))
  throw new Error('Give the version that is being released, as in 1.2.3.');
const folder = await mkdtemp(join(tmpdir(), 'lectern-store-'));
const postgres = await startPostgres();
try {
  await store(`file:${join(folder, 'catalogue.db')}`, `${version}.sqlite.sql`);
  await store(postgres.url, `${version}.postgres.sql`);
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true });
}
