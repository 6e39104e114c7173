import { type Kysely, type Transaction, sql } from 'kysely';
import type { OpenedDialect } from './dialects/dialect.ts';
import type { Schema } from './schema.ts';
import { withViewIds } from './view-ids.ts';

const MAX_TRIES = 3;

/** The parts of an open database that a transaction needs. */
interface Transactional {
  readonly kysely: Kysely<Schema>;
  readonly dialect: Pick<OpenedDialect, 'isRetryable'>;
}

/**
 * Runs `work` in a transaction. Retries it from its start after a conflict with another transaction. A handle that is a transaction already
 * runs `work` in it (see `databaseIn`).
 * @param kysely the relaxed handle, for data that may be lost in a power failure
 */
export async function inTransaction<Result>(
  database: Transactional,
  work: (trx: Transaction<Schema>) => Promise<Result>,
  kysely: Kysely<Schema> = database.kysely,
): Promise<Result> {
  if (kysely.isTransaction) return work(kysely as Transaction<Schema>);
  for (let tries = 1; ; tries++) {
    try {
      return await kysely.transaction().execute(work);
    } catch (error) {
      if (tries >= MAX_TRIES || !database.dialect.isRetryable(error)) throw error;
    }
  }
}

/** Runs short work of a request like `inTransaction`. Concurrent ones can share a commit, so each waits for the others in it. */
export const inShortTransaction = <Result>(
  database: Transactional & { readonly shared: Kysely<Schema> },
  work: (trx: Transaction<Schema>) => Promise<Result>,
): Promise<Result> => inTransaction(database, work, database.shared);

class Rollback<Result> extends Error {
  readonly result: Result;
  constructor(result: Result) {
    super('The transaction is rolled back.');
    this.result = result;
  }
}

/** Runs `work` in a transaction that is always rolled back. @returns the result of `work` */
export async function inDiscardedTransaction<Result>(
  database: Transactional,
  work: (trx: Transaction<Schema>) => Promise<Result>,
): Promise<Result> {
  try {
    return await inTransaction(database, async (trx) => {
      throw new Rollback(await withViewIds(trx, () => work(trx)));
    });
  } catch (error) {
    if (error instanceof Rollback) return error.result as Result;
    throw error;
  }
}

/** The name of the savepoint. Savepoints with one name nest. */
const savepoint = sql`part_of_transaction`;

/** Runs a part of a transaction. Its changes are rolled back if it fails, or if `isKept` is false. */
export async function inSavepoint<Result>(
  trx: Transaction<Schema>,
  work: () => Promise<Result>,
  isKept: boolean,
): Promise<Result> {
  const end = async (keepsChanges: boolean): Promise<void> => {
    if (!keepsChanges) await sql`rollback to savepoint ${savepoint}`.execute(trx);
    await sql`release savepoint ${savepoint}`.execute(trx);
  };
  await sql`savepoint ${savepoint}`.execute(trx);
  let result: Result;
  try {
    result = await (isKept ? work() : withViewIds(trx, work));
  } catch (error) {
    // SQLite ends the whole transaction when the disk is full. Then there is no savepoint, and the first error is the reason.
    await end(false).catch(() => undefined);
    throw error;
  }
  await end(isKept);
  return result;
}
