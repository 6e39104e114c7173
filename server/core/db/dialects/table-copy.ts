/** A value of a column: every table has numbers, texts and null only. */
export type Cell = string | number | null;

export interface TableShape {
  readonly name: string;
  /** Sorted by name, so that the order is the same on every database. */
  readonly columns: readonly string[];
  readonly rows: number;
}

/** All rows of a database as they were at one moment, while others write. */
export interface TableReader {
  /** Tables that others refer to come before those; without the table of migrations. */
  readonly tables: readonly TableShape[];
  /** The names of the migrations that were applied. */
  readonly migrations: readonly string[];
  /** The last id that each table has given out, of tables that count their ids. */
  readonly lastIds: Readonly<Record<string, number>>;
  /** Bytes of the whole database. */
  readonly bytes: number;
  /** The rows of a table in batches, in no particular order; cells in the order of the columns. */
  rows(table: TableShape): AsyncIterable<readonly (readonly Cell[])[]>;
  close(): Promise<void>;
}

/** Fills tables that exist. */
export interface TableWriter {
  /** Removes all rows of a table. */
  clear(table: string): Promise<void>;
  /** @throws the driver's error when a column does not exist or a value does not fit */
  insert(table: Pick<TableShape, 'name' | 'columns'>, rows: readonly (readonly Cell[])[]): Promise<void>;
  setLastIds(lastIds: Readonly<Record<string, number>>): Promise<void>;
  /** Makes durable what was written since the last call. */
  commit(): Promise<void>;
  /** Discards what was not committed. */
  close(): Promise<void>;
}

/** Sorts tables so that those that others refer to come first. @param parents the tables that each table refers to */
export function sortByReference<Table extends { readonly name: string }>(
  tables: readonly Table[],
  parents: ReadonlyMap<string, readonly string[]>,
): Table[] {
  const byName = new Map(tables.map((table) => [table.name, table]));
  const sorted = new Set<Table>();
  const visit = (table: Table, path: ReadonlySet<Table>): void => {
    if (sorted.has(table) || path.has(table)) return;
    for (const name of parents.get(table.name) ?? []) {
      const parent = byName.get(name);
      if (parent) visit(parent, new Set([...path, table]));
    }
    sorted.add(table);
  };
  for (const table of tables) visit(table, new Set());
  return [...sorted];
}
