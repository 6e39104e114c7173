import type { Kysely, Transaction } from 'kysely';
import type { OpenedDialect } from './dialects/dialect.ts';
import type { Schema } from './schema.ts';

const MAX_TRIES = 3;

/** The parts of an open database that a transaction needs. */
interface Transactional {
  readonly kysely: Kysely<Schema>;
  readonly dialect: Pick<OpenedDialect, 'isRetryable'>;
}

/**
 * Runs `work` in a transaction. Retries it from its start after a conflict with another transaction.
 * @param kysely the relaxed handle, for data that may be lost in a power failure
 */
export async function inTransaction<Result>(
  database: Transactional,
  work: (trx: Transaction<Schema>) => Promise<Result>,
  kysely: Kysely<Schema> = database.kysely,
): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await kysely.transaction().execute(work);
    } catch (error) {
      if (tries >= MAX_TRIES || !database.dialect.isRetryable(error)) throw error;
    }
  }
}
