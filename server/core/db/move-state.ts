import type { Kysely, Selectable, Transaction } from 'kysely';
import { tableNames } from './migrations/migrations.ts';
import type { Schema } from './schema.ts';
import type { MoveStateTable } from './tables/moves.ts';

export type MoveState = Selectable<MoveStateTable>;

/** The time in milliseconds within which a catalogue can be moved back. */
export const BACK_MS = 24 * 60 * 60 * 1000;
const ROW = 1;
export const NEVER = new Date(0).toISOString();

/** Returns the state of a move; undefined if there is none. @throws the driver's error if the database has no tables */
export const readMoveState = (db: Kysely<Schema>): Promise<MoveState | undefined> =>
  db.selectFrom('move_state').selectAll().executeTakeFirst();

/** Returns the same as `readMoveState` for a database of any version, also an empty one. */
export async function findMoveState(db: Kysely<Schema>): Promise<MoveState | undefined> {
  return (await tableNames(db)).has('move_state') ? readMoveState(db) : undefined;
}

type NewState = Pick<MoveState, 'move_id' | 'phase' | 'database_url' | 'blob_store_url'> &
  Partial<Omit<MoveState, 'id'>>;

/** Replaces the state. */
export async function writeMoveState(db: Kysely<Schema>, state: NewState): Promise<void> {
  const values = {
    started_at: new Date().toISOString(),
    switched_at: null,
    lease_until: NEVER,
    lease_owner: '',
    paused_until: NEVER,
    progress: '{}',
    ...state,
    id: ROW,
  };
  await db
    .insertInto('move_state')
    .values(values)
    .onConflict((clash) => clash.column('id').doUpdateSet(values))
    .execute();
}

export async function updateMoveState(
  db: Kysely<Schema>,
  changes: Partial<Omit<MoveState, 'id'>>,
): Promise<void> {
  await db.updateTable('move_state').set(changes).where('id', '=', ROW).execute();
}

/** Deletes the state of a move or a move back, and the recorded changes. */
export async function clearMoveState(db: Kysely<Schema> | Transaction<Schema>): Promise<void> {
  await db.deleteFrom('move_changes').execute();
  await db.deleteFrom('move_state').execute();
}
