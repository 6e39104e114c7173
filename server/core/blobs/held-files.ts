import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import type { BlobStore } from './blob-store.ts';

/*
 * A backup reads files after the rows that name them, and users go on deleting. While a backup holds the files, no file is removed: the
 * sweeper removes them afterwards.
 */

/** A row of the settings, with the time until which the files are held. */
const HOLD = 'backup_hold';
/** A process that was killed holds the files no longer than this. */
const HOLD_MS = 120_000;
const RENEW_MS = 30_000;

async function writeHold(db: Kysely<Schema>, until: Date): Promise<void> {
  const value = JSON.stringify(until.toISOString());
  const changed_at = new Date().toISOString();
  await db
    .insertInto('settings')
    .values({ key: HOLD, value, changed_at, changed_by: null })
    .onConflict((clash) => clash.column('key').doUpdateSet({ value, changed_at }))
    .execute();
}

async function isHeld(db: Kysely<Schema>): Promise<boolean> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', HOLD).executeTakeFirst();
  return row !== undefined && new Date(String(JSON.parse(row.value))) > new Date();
}

/** Holds all files until the result is called. @throws the driver's error when the database accepts no changes */
export async function holdFiles(db: Kysely<Schema>): Promise<() => Promise<void>> {
  const hold = () => writeHold(db, new Date(Date.now() + HOLD_MS));
  await hold();
  const timer = setInterval(() => void hold().catch(() => undefined), RENEW_MS);
  return async () => {
    clearInterval(timer);
    await writeHold(db, new Date(0));
  };
}

/** The same store, which removes no file while a backup holds them. */
export function keepHeldFiles(store: BlobStore, db: Kysely<Schema>): BlobStore {
  const unlessHeld = async (remove: () => Promise<void>) => {
    if (!(await isHeld(db))) await remove();
  };
  return {
    ...store,
    remove: (key) => unlessHeld(() => store.remove(key)),
    retained: { ...store.retained, remove: (key) => unlessHeld(() => store.retained.remove(key)) },
  };
}
