import { sql } from 'kysely';
import { restoreTable } from './migrations/migrations.ts';
import { type MoveState, NEVER, findMoveState } from './move-state.ts';
import type { Database } from './open.ts';

/** The URLs of a database and its file storage. */
export interface Addresses {
  readonly databaseUrl: string;
  readonly blobStoreUrl: string;
}

/** Returns a URL for display: without user, password and parameters. */
export const withoutSecrets = (url: string): string => url.replace(/\/\/[^@/]*@/, '//').split('?')[0] ?? url;

/**
 * Activates a catalogue that was moved to this database. All data was copied before. So any process that opens the database can
 * call it, even after the process of the move was killed. A second call changes nothing.
 * @param move the move state of the source database
 * @param from the URLs of the source, for the move back
 * @returns false if the catalogue was not moved to this database
 */
export async function continueMove(database: Database, move: MoveState, from: Addresses): Promise<boolean> {
  const { kysely } = database;
  const state = await findMoveState(kysely);
  if (state?.move_id !== move.move_id || move.switched_at === null) return false;
  if (state.phase === 'arrived') return true;
  const isMoveBack = state.phase === 'moved' && (state.switched_at ?? '') < move.switched_at;
  if (state.phase !== 'arriving' && !isMoveBack) return false;
  await kysely.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('move_state')
      .set({
        phase: 'arrived',
        database_url: from.databaseUrl,
        blob_store_url: from.blobStoreUrl,
        started_at: move.started_at,
        switched_at: move.switched_at,
        lease_until: NEVER,
        lease_owner: '',
        paused_until: NEVER,
        progress: '{}',
      })
      .where('move_id', '=', move.move_id)
      .where('phase', '=', state.phase)
      .executeTakeFirst();
    // Another process activated the catalogue after the state was read. Users may have made changes since.
    if (numUpdatedRows === 0n) return;
    await trx.deleteFrom('move_changes').execute();
    await sql`drop table if exists ${sql.table(restoreTable)}`.execute(trx);
  });
  return true;
}
