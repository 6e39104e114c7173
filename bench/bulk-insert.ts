import type { CompiledQuery, InsertQueryBuilder, Kysely } from 'kysely';
import type { Schema } from '#server/core/db/schema';

export const ROWS_A_STATEMENT = 500;

type Insertable =
  | 'books'
  | 'book_search'
  | 'book_texts'
  | 'authors'
  | 'author_words'
  | 'book_contributors'
  | 'series'
  | 'series_books'
  | 'book_custom_values';

/** Returns a function that inserts many rows of one shape with one compiled statement. */
export function inserter<Row extends Record<string, unknown>>(table: Insertable) {
  let compiledQuery: CompiledQuery | undefined;
  return async (db: Kysely<Schema>, rows: readonly Row[]): Promise<void> => {
    if (rows.length === 0) return;
    const isFull = rows.length === ROWS_A_STATEMENT;
    const compiledInsert =
      (isFull ? compiledQuery : undefined) ??
      (db.insertInto(table) as InsertQueryBuilder<Schema, Insertable, unknown>).values(rows).compile();
    if (isFull) compiledQuery = compiledInsert;
    await db.executeQuery({ ...compiledInsert, parameters: rows.flatMap((row) => Object.values(row)) });
  };
}
