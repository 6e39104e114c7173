import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Schema } from '#server/core/db/schema';

/** Key beside the settings with the last recorded backup. */
const LAST_BACKUP = 'last_backup';
const MAX_NOTE = 200;

const backupNote = z.object({ at: z.string(), note: z.string() });
export type LastBackup = z.infer<typeof backupNote>;

/** Records a backup made now. Only the program that creates it can report it. */
export async function recordBackup(db: Kysely<Schema>, note: string): Promise<LastBackup> {
  const time = new Date().toISOString();
  const backup = { at: time, note: note.trim().slice(0, MAX_NOTE) };
  const value = JSON.stringify(backup);
  await db
    .insertInto('settings')
    .values({ key: LAST_BACKUP, value, changed_at: time, changed_by: null })
    .onConflict((clash) => clash.column('key').doUpdateSet({ value, changed_at: time }))
    .execute();
  return backup;
}

export async function readLastBackup(db: Kysely<Schema>): Promise<LastBackup | null> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', LAST_BACKUP)
    .executeTakeFirst();
  return row ? backupNote.parse(JSON.parse(row.value)) : null;
}
