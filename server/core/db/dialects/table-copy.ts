/** A column value. All tables contain only numbers, texts and null. */
export type Cell = string | number | null;

export interface TableShape {
  readonly name: string;
  /** Sorted by name, so that the order is the same on every database. */
  readonly columns: readonly string[];
  /** The columns that identify a row; all columns for a table without a primary key. */
  readonly key: readonly string[];
  readonly rows: number;
}

/** The tables that belong to this database and are not copied by backups and moves. Triggers fill `book_words`. */
export const ownTables = [
  'book_words',
  'migrations',
  'move_changes',
  'move_state',
  'restore_progress',
] as const;

/** A JSON list of the values of the key columns. */
export type RowKey = string;

/** Reads all rows of a database as of one moment, while others write. */
export interface TableReader {
  /** Tables that others refer to are first. Excludes `ownTables`. */
  readonly tables: readonly TableShape[];
  /** The names of the applied migrations. */
  readonly migrations: readonly string[];
  /** The last generated id of each table with generated ids. */
  readonly lastIds: Readonly<Record<string, number>>;
  /** The size of the whole database in bytes. */
  readonly bytes: number;
  /** Returns the rows of a table in batches, in no particular order. Cells are in the order of the columns. */
  rows(table: Pick<TableShape, 'name' | 'columns'>): AsyncIterable<readonly (readonly Cell[])[]>;
  /** Returns the existing rows with these keys. */
  find(table: TableShape, keys: readonly RowKey[]): Promise<readonly (readonly Cell[])[]>;
  close(): Promise<void>;
}

export interface ReaderOptions {
  /** If true, the numbers of rows are 0, because counting takes long in a large catalogue. */
  readonly skipsCounts?: boolean;
}

export interface WriterOptions {
  /** True if rows can be inserted before the rows they refer to. On PostgreSQL, the foreign keys must be removed first. */
  readonly ignoresReferences?: boolean;
  /** True if the database was moved away and accepts changes from this writer only. */
  readonly passesMove?: boolean;
}

/** Writes rows into existing tables. */
export interface TableWriter {
  /** Deletes all rows of a table. */
  clear(table: string): Promise<void>;
  /** @throws the driver's error if a column does not exist or a value does not fit */
  insert(table: Pick<TableShape, 'name' | 'columns'>, rows: readonly (readonly Cell[])[]): Promise<void>;
  find(table: TableShape, keys: readonly RowKey[]): Promise<readonly (readonly Cell[])[]>;
  /** Deletes the rows with these keys. */
  remove(table: TableShape, keys: readonly RowKey[]): Promise<void>;
  setLastIds(lastIds: Readonly<Record<string, number>>): Promise<void>;
  /** Commits all writes since the last call. */
  commit(): Promise<void>;
  /** Closes the writer and discards uncommitted writes. */
  close(): Promise<void>;
}

/** Sorts tables so that those that others refer to are first. @param parents the tables that each table refers to */
export function sortByReference<Table extends { readonly name: string }>(
  tables: readonly Table[],
  parents: ReadonlyMap<string, readonly string[]>,
): Table[] {
  const byName = new Map(tables.map((table) => [table.name, table]));
  const sortedTables = new Set<Table>();
  const visit = (table: Table, path: ReadonlySet<Table>): void => {
    if (sortedTables.has(table) || path.has(table)) return;
    for (const name of parents.get(table.name) ?? []) {
      const parent = byName.get(name);
      if (parent) visit(parent, new Set([...path, table]));
    }
    sortedTables.add(table);
  };
  for (const table of tables) visit(table, new Set());
  return [...sortedTables];
}

/** The first and last statement in the transaction of a writer with `passesMove`. The phase does not change for other transactions. */
export const moveGuard = {
  begin: "update move_state set phase = 'arriving' where phase = 'moved'",
  end: "update move_state set phase = 'moved' where phase = 'arriving'",
} as const;
