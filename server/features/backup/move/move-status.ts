import type { Kysely } from 'kysely';
import type { MoveStatus } from '#contract/backup/backup';
import { readMoveState } from '#server/core/db/move-state';
import type { Schema } from '#server/core/db/schema';
import { describeDatabase, describeStore } from '#server/features/system/where';
import { isRunning, readProgress } from './move-progress.ts';

/** Returns the progress of a move from this database; null if there is none. */
export async function readMoveStatus(db: Kysely<Schema>): Promise<MoveStatus | null> {
  const state = await readMoveState(db);
  if (state?.phase !== 'copying') return null;
  const { step, progress, secondsLeft } = readProgress(state).current;
  const name = state.database_url.startsWith('file:') ? 'SQLite' : 'PostgreSQL';
  return {
    started_at: state.started_at,
    is_running: isRunning(state),
    database: describeDatabase(name, state.database_url),
    store: describeStore(state.blob_store_url),
    step,
    progress,
    seconds_left: secondsLeft,
  };
}
