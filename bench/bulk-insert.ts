import type { CompiledQuery, Insertable, Kysely } from 'kysely';
import { batches } from '#server/core/db/batches';
import type { Schema } from '#server/core/db/schema';

const ROWS_A_STATEMENT = 500;

/** Returns a function that inserts many rows of one shape with one compiled statement. */
export function inserter<Table extends keyof Schema>(table: Table) {
  let compiledQuery: CompiledQuery | undefined;
  return async (db: Kysely<Schema>, rows: readonly Insertable<Schema[Table]>[]): Promise<void> => {
    for (const batch of batches(rows, ROWS_A_STATEMENT)) {
      const isFull = batch.length === ROWS_A_STATEMENT;
      const compiledInsert =
        (isFull ? compiledQuery : undefined) ?? db.insertInto(table).values(batch).compile();
      if (isFull) compiledQuery = compiledInsert;
      await db.executeQuery({ ...compiledInsert, parameters: batch.flatMap((row) => Object.values(row)) });
    }
  };
}
