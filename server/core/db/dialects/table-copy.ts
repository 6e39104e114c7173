/** A value of a column: every table has numbers, texts and null only. */
export type Cell = string | number | null;

export interface TableShape {
  readonly name: string;
  /** Sorted by name, so that the order is the same on every database. */
  readonly columns: readonly string[];
  /** The columns that identify a row; all of them in a table without a primary key. */
  readonly key: readonly string[];
  readonly rows: number;
}

/** Tables of this database alone, which no backup and no move copies. */
export const ownTables = ['migrations', 'move_changes', 'move_state', 'restore_progress'] as const;

/** A JSON list of the values of the key's columns. */
export type RowKey = string;

/** All rows of a database as they were at one moment, while others write. */
export interface TableReader {
  /** Tables that others refer to come before those; without `ownTables`. */
  readonly tables: readonly TableShape[];
  /** The names of the migrations that were applied. */
  readonly migrations: readonly string[];
  /** The last id that each table has given out, of tables that count their ids. */
  readonly lastIds: Readonly<Record<string, number>>;
  /** Bytes of the whole database. */
  readonly bytes: number;
  /** The rows of a table in batches, in no particular order; cells in the order of the columns. */
  rows(table: Pick<TableShape, 'name' | 'columns'>): AsyncIterable<readonly (readonly Cell[])[]>;
  /** The rows with these keys, as far as they exist. */
  find(table: TableShape, keys: readonly RowKey[]): Promise<readonly (readonly Cell[])[]>;
  close(): Promise<void>;
}

export interface ReaderOptions {
  /** True if the numbers of rows are 0: counting takes long in a large catalogue. */
  readonly skipsCounts?: boolean;
}

export interface WriterOptions {
  /** True if rows may come before those that they refer to. On PostgreSQL the tables have no references then. */
  readonly ignoresReferences?: boolean;
  /** True if the database has been moved away and takes changes from this writer alone. */
  readonly passesMove?: boolean;
}

/** Fills tables that exist. */
export interface TableWriter {
  /** Removes all rows of a table. */
  clear(table: string): Promise<void>;
  /** @throws the driver's error when a column does not exist or a value does not fit */
  insert(table: Pick<TableShape, 'name' | 'columns'>, rows: readonly (readonly Cell[])[]): Promise<void>;
  find(table: TableShape, keys: readonly RowKey[]): Promise<readonly (readonly Cell[])[]>;
  /** Removes the rows with these keys. */
  remove(table: TableShape, keys: readonly RowKey[]): Promise<void>;
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

/** First and last in the transaction of a writer that passes a move: to others the phase does not change. */
export const passMove = {
  begin: "update move_state set phase = 'arriving' where phase = 'moved'",
  end: "update move_state set phase = 'moved' where phase = 'arriving'",
} as const;
