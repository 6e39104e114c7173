import type { Transaction } from 'kysely';
import type { Database } from './open.ts';
import type { Schema } from './schema.ts';

const MAX_TRIES = 3;

/** Runs `work` in a transaction, again from its start when the database gave way to another one. */
export async function inTransaction<Result>(
  database: Database,
  work: (trx: Transaction<Schema>) => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await database.kysely.transaction().execute(work);
    } catch (error) {
      if (tries >= MAX_TRIES || !database.dialect.isRetryable(error)) throw error;
    }
  }
}
