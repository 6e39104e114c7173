import { type Kysely, sql } from 'kysely';
import type { Schema } from '#server/core/db/schema';
import type { Cell } from '#server/core/db/tables/projections';
import { categoryByCode } from '#server/core/resource/category-codes';

/** A filter by language, category and service; without one it matches all books. */
export type CountFilter = Partial<Cell>;

/** Returns undefined when no book can match. */
export async function countFilterOf(
  db: Kysely<Schema>,
  {
    language,
    category_code,
    is_backup,
  }: {
    readonly language?: number | undefined;
    readonly category_code?: string | undefined;
    readonly is_backup?: boolean | undefined;
  },
): Promise<CountFilter | undefined> {
  const countFilter = {
    ...(language !== undefined && { language }),
    ...(is_backup !== undefined && { is_backup: Number(is_backup) }),
  };
  if (category_code === undefined) return countFilter;
  const [category] = await categoryByCode(db, { code: category_code });
  return category && { ...countFilter, category_id: category.id };
}

/** Returns the SQL condition for rows of a table; it begins with `and` unless it is empty. */
export const isIn = (
  table: 'books' | 'book_projections' | 'issue_counts' | 'catalogue_totals',
  countFilter: CountFilter,
) =>
  sql.join(
    Object.entries(countFilter).map(
      ([column, value]) => sql`and ${sql.ref(`${table}.${column}`)} = ${value}`,
    ),
    sql` `,
  );
