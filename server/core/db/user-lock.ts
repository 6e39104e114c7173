import { type Transaction, sql } from 'kysely';
import { counterRow } from './counter-row.ts';
import { prepare } from './prepared.ts';
import type { Schema } from './schema.ts';

const raise = prepare((db) =>
  db.updateTable('user_lock').set({ revision: sql`revision + 1` }).returning('revision'),
);

/**
 * First in every transaction that changes what people may do: such changes follow one another, so what one of them finds (who
 * may manage users, what a role holds) is true until it commits.
 */
export async function lockForUserChange(trx: Transaction<Schema>): Promise<void> {
  counterRow(await raise(trx, {}), 'user_lock');
}
