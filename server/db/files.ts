import type { Kysely } from 'kysely';
import { batches } from './batches.ts';
import type { Schema } from './schema.ts';

/** Which of the keys have a row, that is: which blobs something names. */
export async function referencedFiles(db: Kysely<Schema>, keys: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>();
  for (const batch of batches(keys)) {
    const rows = await db.selectFrom('files').select('key').where('key', 'in', batch).execute();
    for (const row of rows) found.add(row.key);
  }
  return found;
}

export async function insertFiles(db: Kysely<Schema>, rows: readonly Schema['files'][]): Promise<void> {
  for (const batch of batches(rows)) await db.insertInto('files').values(batch).execute();
}

export async function deleteFiles(db: Kysely<Schema>, keys: readonly string[]): Promise<void> {
  for (const batch of batches(keys)) await db.deleteFrom('files').where('key', 'in', batch).execute();
}
