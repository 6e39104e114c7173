import { sql } from 'kysely';
import { restoreTable } from './migrations/migrations.ts';
import { type MoveState, findMoveState, writeMoveState } from './move-state.ts';
import type { Database } from './open.ts';

/** A database and its store by their addresses. */
export interface Addresses {
  readonly databaseUrl: string;
  readonly blobStoreUrl: string;
}

/** An address for people: without passwords and parameters. */
export const withoutSecrets = (url: string): string => url.replace(/\/\/[^@/]*@/, '//').split('?')[0] ?? url;

/**
 * Takes over a catalogue that has moved to this database: from now on it can be used. Everything was copied before, so the
 * first process that opens it does this, also after the process of the move was killed. Does nothing the second time.
 * @param moved the state of the database that the catalogue moved from @param from its addresses, for the way back
 * @returns false when the catalogue is not here
 */
export async function arrive(database: Database, moved: MoveState, from: Addresses): Promise<boolean> {
  const { kysely } = database;
  const state = await findMoveState(kysely);
  if (state?.move_id !== moved.move_id || moved.switched_at === null) return false;
  if (state.phase === 'arrived') return true;
  const isWayBack = state.phase === 'moved' && (state.switched_at ?? '') < moved.switched_at;
  if (state.phase !== 'arriving' && !isWayBack) return false;
  await kysely.transaction().execute(async (trx) => {
    await writeMoveState(trx, {
      move_id: moved.move_id,
      phase: 'arrived',
      database_url: from.databaseUrl,
      blob_store_url: from.blobStoreUrl,
      started_at: moved.started_at,
      switched_at: moved.switched_at,
    });
    await trx.deleteFrom('move_changes').execute();
    await sql`drop table if exists ${sql.table(restoreTable)}`.execute(trx);
  });
  return true;
}
