import { type RawBuilder, sql } from 'kysely';
import type { OpenedDialect } from '#server/core/db/dialects/dialect';
import { isShortSearch } from '#server/core/db/folding';
import { asPattern } from '#server/core/db/like-pattern';
import type { RecordTable } from '#server/core/db/tables/tables';

/** Returns a query for the ids of the records whose search key contains a folded text. Indexes have no texts of one or two characters. */
export function idsOfRecords(
  dialect: OpenedDialect,
  table: RecordTable,
  foldedText: string,
): RawBuilder<unknown> {
  return isShortSearch(foldedText)
    ? sql`select id from ${sql.table(table)} where search_key like ${asPattern(foldedText)} escape '\\'`
    : dialect.recordsContaining(table, foldedText);
}
