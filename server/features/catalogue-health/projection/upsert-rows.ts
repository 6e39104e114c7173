import { type Transaction, sql } from 'kysely';
import { prepareEach } from '#server/core/db/prepared';
import type { Schema } from '#server/core/db/schema';

/** Rows per statement. There are few sizes, so that each statement is built and planned once. */
const SIZES = [50, 10, 1] as const;

type Table =
  | 'book_projections'
  | 'issue_counts'
  | 'catalogue_totals'
  | 'catalogue_lengths'
  | 'catalogue_periods';

interface Shape {
  readonly table: Table;
  readonly keys: readonly string[];
  readonly columns: readonly string[];
  readonly rows: number;
  /** True to add numbers to the stored ones, false to replace them. */
  readonly isSum: boolean;
}

const nameOf = (row: number, column: string): string => `${row} ${column}`;

const upsertBatch = prepareEach(
  (db, values: Readonly<Record<string, unknown>>, { table, keys, columns, rows, isSum }: Shape) => {
    const refs = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)));
    const placeholders = Array.from(
      { length: rows },
      (_, row) => sql`(${sql.join(columns.map((column) => values[nameOf(row, column)]))})`,
    );
    const fresh = (column: string) => {
      const excludedColumn = sql.ref(`excluded.${column}`);
      return sql`${sql.ref(column)} = ${isSum ? sql`${sql.ref(`${table}.${column}`)} + ${excludedColumn}` : excludedColumn}`;
    };
    const others = columns.filter((column) => !keys.includes(column));
    const query = sql`insert into ${sql.table(table)} (${refs(columns)}) values ${sql.join(placeholders)}
      on conflict (${refs(keys)}) do update set ${sql.join(others.map(fresh))}`;
    return { compile: () => query.compile(db) };
  },
);

/** Inserts rows with the same columns into a table. For existing keys, numbers are added or replaced. */
export async function upsertRows(
  trx: Transaction<Schema>,
  { table, keys, isSum }: Pick<Shape, 'table' | 'keys' | 'isSum'>,
  rows: readonly object[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  for (let start = 0; start < rows.length; ) {
    const left = rows.length - start;
    const size = SIZES.find((item) => item <= left) ?? 1;
    const values: Record<string, unknown> = {};
    for (const [rowIndex, row] of rows.slice(start, start + size).entries())
      for (const [column, value] of Object.entries(row)) values[nameOf(rowIndex, column)] = value;
    await upsertBatch(trx, { table, keys, columns, rows: size, isSum }, values);
    start += size;
  }
}
