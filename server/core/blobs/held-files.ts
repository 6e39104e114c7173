import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import type { BlobStore } from './blob-store.ts';

/*
 * A backup reads the files after the rows that refer to them, while users continue to delete records. While a backup holds the files,
 * no file is removed. The sweeper removes them afterwards.
 */

/** The key of the settings row with the time until which the files are held. */
const HOLD_KEY = 'backup_hold';
/** The time after which the hold of a killed process expires. */
const HOLD_MS = 120_000;
const RENEW_MS = 30_000;

async function writeHold(db: Kysely<Schema>, until: Date): Promise<void> {
  const value = JSON.stringify(until.toISOString());
  const changed_at = new Date().toISOString();
  await db
    .insertInto('settings')
    .values({ key: HOLD_KEY, value, changed_at, changed_by: null })
    .onConflict((clash) => clash.column('key').doUpdateSet({ value, changed_at }))
    .execute();
}

async function isRemovalPaused(db: Kysely<Schema>): Promise<boolean> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', HOLD_KEY).executeTakeFirst();
  return row !== undefined && new Date(String(JSON.parse(row.value))) > new Date();
}

/** Holds all files until the returned function is called. @throws the driver's error if the database is read-only */
export async function holdFiles(db: Kysely<Schema>): Promise<() => Promise<void>> {
  const extend = () => writeHold(db, new Date(Date.now() + HOLD_MS));
  await extend();
  const timer = setInterval(() => void extend().catch(() => undefined), RENEW_MS);
  return async () => {
    clearInterval(timer);
    await writeHold(db, new Date(0));
  };
}

/** Wraps a store so that it removes no files while a backup holds them. */
export function keepHeldFiles(store: BlobStore, db: Kysely<Schema>): BlobStore {
  const ifNotHeld = async (remove: () => Promise<void>) => {
    if (!(await isRemovalPaused(db))) await remove();
  };
  return {
    ...store,
    remove: (key) => ifNotHeld(() => store.remove(key)),
    retained: { ...store.retained, remove: (key) => ifNotHeld(() => store.retained.remove(key)) },
  };
}
