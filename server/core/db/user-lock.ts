import { type Transaction, sql } from 'kysely';
import { counterRow } from './counter-row.ts';
import { prepare } from './prepared.ts';
import type { Schema } from './schema.ts';

const increaseRevision = prepare((db) =>
  db.updateTable('user_lock').set({ revision: sql`revision + 1` }).returning('revision'),
);

/**
 * Locks the row for permission changes. Such changes run one after the other, so their reads (users who manage users, permissions of
 * a role) remain valid until they commit. Call it first in every transaction that changes permissions.
 */
export async function lockForUserChange(trx: Transaction<Schema>): Promise<void> {
  counterRow(await increaseRevision(trx, {}), 'user_lock');
}
