import type { Transaction } from 'kysely';
import { type IdListRow, readIdList } from './id-list.ts';
import type { Database } from './open.ts';
import type { Schema } from './schema.ts';

/** Returns a database whose reads and writes, including those of services, belong to a transaction. */
export function databaseIn(database: Database, trx: Transaction<Schema>): Database {
  return {
    ...database,
    kysely: trx,
    shared: trx,
    relaxed: trx,
    reads: () => trx,
    dialect: {
      ...database.dialect,
      // Other connections do not see the changes of the transaction.
      async readIds(query) {
        const { rows } = await trx.executeQuery<IdListRow>(query);
        return readIdList(rows[0] ?? { revision: 0, ids: null, keys: null });
      },
    },
  };
}
