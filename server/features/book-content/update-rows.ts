import { type RawBuilder, type Transaction, sql } from 'kysely';
import { batchesInChunks } from '#server/core/db/batches';
import type { Schema } from '#server/core/db/schema';

type ColumnType = 'integer' | 'text' | 'double precision';

/** Columns with a different value in each row, and their types in the database. */
export type RowColumns = Readonly<Record<string, ColumnType>>;

type Row = Readonly<Record<string, string | number | null>> & { readonly id: number };

const typedValue = (value: string | number | null | undefined, type: ColumnType): RawBuilder<unknown> =>
  sql`cast(${value ?? null} as ${sql.raw(type)})`;

/** Updates many rows with few statements; each row gets its own values. */
export async function updateRows(
  trx: Transaction<Schema>,
  {
    table,
    columns,
    rows,
  }: {
    readonly table: 'chapters' | 'text_items';
    readonly columns: RowColumns;
    readonly rows: readonly Row[];
  },
): Promise<void> {
  const names = Object.keys(columns);
  // Both databases use these names for the columns of a list of values.
  const settings = sql.join(
    names.map((name, index) => sql`${sql.ref(name)} = given.${sql.ref(`column${index + 2}`)}`),
  );
  for await (const batch of batchesInChunks(rows)) {
    const values = sql.join(
      batch.map(
        (row) =>
          sql`(${typedValue(row.id, 'integer')}, ${sql.join(names.map((name) => typedValue(row[name], columns[name] ?? 'text')))})`,
      ),
    );
    await sql`update ${sql.table(table)} set ${settings} from (values ${values}) as given
      where ${sql.table(table)}.id = given.column1`.execute(trx);
  }
}
