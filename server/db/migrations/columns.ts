import type { ColumnDataType, CreateTableBuilder, sql } from 'kysely';
import type { OpenedDialect } from '../dialects/dialect.ts';

type Columns = Readonly<
  Record<string, ColumnDataType | ReturnType<typeof sql> | 'text' | 'text?' | 'integer?' | 'double?'>
>;

/** Adds columns that must be there; a question mark lets null in. */
export function withColumns(
  table: CreateTableBuilder<string, string>,
  columns: Columns,
  dialect: OpenedDialect,
): CreateTableBuilder<string, string> {
  let built = table;
  for (const [name, type] of Object.entries(columns)) {
    const mayBeNull = typeof type === 'string' && type.endsWith('?');
    const plain = typeof type === 'string' ? type.replace('?', '') : type;
    const stored =
      plain === 'text' ? dialect.text : plain === 'double' ? 'double precision' : (plain as ColumnDataType);
    built = built.addColumn(name, stored as ColumnDataType, (column) =>
      mayBeNull ? column : column.notNull(),
    );
  }
  return built;
}
