import BetterSqlite from 'better-sqlite3';
import { sqlitePath } from './sqlite-path.ts';
import {
  type Cell,
  type ReaderOptions,
  type RowKey,
  type TableReader,
  type TableShape,
  type TableWriter,
  type WriterOptions,
  ownTables,
  moveGuard,
  sortByReference,
} from './table-copy.ts';

const BATCH = 500;
const BUSY_MS = 30_000;

const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Returns the tables of the schema without those of the full-text indexes, which are filled by triggers. */
function readShapes(database: BetterSqlite.Database, { skipsCounts }: ReaderOptions): TableShape[] {
  const names = database
    .prepare<[], string>(
      `select name from pragma_table_list
       where schema = 'main' and type = 'table' and name not like 'sqlite_%' order by name`,
    )
    .pluck()
    .all()
    .filter((name) => !ownTables.some((own) => own === name));
  const parents = database
    .prepare<[string], string>('select distinct "table" from pragma_foreign_key_list(?)')
    .pluck();
  const keyColumns = database
    .prepare<[string], string>('select name from pragma_table_info(?) where pk > 0 order by pk')
    .pluck();
  const shapes = names.map((name) => {
    const columns = database
      .prepare<[string], string>('select name from pragma_table_info(?) order by name')
      .pluck()
      .all(name);
    const count = database.prepare<[], number>(`select count(*) from ${quoteName(name)}`).pluck();
    const rows = skipsCounts ? 0 : (count.get() ?? 0);
    const key = keyColumns.all(name);
    return { name, columns, key: key.length > 0 ? key : columns, rows };
  });
  return sortByReference(shapes, new Map(names.map((name) => [name, parents.all(name)])));
}

const list = (columns: readonly string[]): string => columns.map(quoteName).join(', ');

function createRowAccess(database: BetterSqlite.Database) {
  const statements = new Map<string, BetterSqlite.Statement<Cell[], Cell[]>>();
  const statementOf = (text: string) => {
    const statement = statements.get(text) ?? database.prepare<Cell[], Cell[]>(text);
    statements.set(text, statement);
    return statement;
  };
  const condition = ({ name, key }: TableShape) =>
    `from ${quoteName(name)} where ${key.map((column) => `${quoteName(column)} = ?`).join(' and ')}`;
  const cells = (key: RowKey) => JSON.parse(key) as Cell[];
  return {
    find(table: TableShape, keys: readonly RowKey[]): Cell[][] {
      const statement = statementOf(`select ${list(table.columns)} ${condition(table)}`).raw();
      return keys.flatMap((key) => statement.all(...cells(key)));
    },
    remove(table: TableShape, keys: readonly RowKey[]): void {
      const statement = statementOf(`delete ${condition(table)}`);
      for (const key of keys) statement.run(...cells(key));
    },
  };
}

/** Reads in one transaction, which does not see later commits. */
export function openSqliteReader(url: string, options: ReaderOptions): TableReader {
  const database = new BetterSqlite(sqlitePath(url), { readonly: true, fileMustExist: true });
  database.pragma(`busy_timeout = ${BUSY_MS}`);
  database.exec('begin');
  const tables = readShapes(database, options);
  const access = createRowAccess(database);
  const lastIds = database
    .prepare<[], { name: string; seq: number }>('select name, seq from sqlite_sequence')
    .all();
  const bytes = database
    .prepare<[], number>('select page_count * page_size from pragma_page_count(), pragma_page_size()')
    .pluck()
    .get();
  return {
    tables,
    migrations: database
      .prepare<[], string>('select name from migrations order by applied_at, name')
      .pluck()
      .all(),
    lastIds: Object.fromEntries(lastIds.map(({ name, seq }) => [name, seq])),
    bytes: bytes ?? 0,
    async *rows({ name, columns }) {
      const statement = database.prepare<[], Cell[]>(`select ${list(columns)} from ${quoteName(name)}`);
      let batch: Cell[][] = [];
      for (const row of statement.raw().iterate()) {
        batch.push(row);
        if (batch.length < BATCH) continue;
        yield batch;
        batch = [];
      }
      if (batch.length > 0) yield batch;
    },
    find: async (table, keys) => access.find(table, keys),
    async close() {
      database.close();
    },
  };
}

/** Writes in one transaction between two calls of `commit`. @param options see `openTableWriter` */
export function openSqliteWriter(url: string, options: WriterOptions): TableWriter {
  const database = new BetterSqlite(sqlitePath(url), { fileMustExist: true });
  database.pragma(`busy_timeout = ${BUSY_MS}`);
  database.pragma('synchronous = full');
  database.pragma(`foreign_keys = ${options.ignoresReferences ? 'off' : 'on'}`);
  const access = createRowAccess(database);
  const inserts = new Map<string, BetterSqlite.Statement<Cell[]>>();
  const begin = () => {
    if (database.inTransaction) return;
    database.exec('begin immediate');
    if (options.passesMove) database.exec(moveGuard.begin);
  };
  const insertOf = ({ name, columns }: Pick<TableShape, 'name' | 'columns'>) => {
    const values = columns.map(() => '?').join(', ');
    const statement =
      inserts.get(name) ??
      database.prepare<Cell[]>(`insert into ${quoteName(name)} (${list(columns)}) values (${values})`);
    inserts.set(name, statement);
    return statement;
  };
  return {
    async clear(table) {
      begin();
      database.exec(`delete from ${quoteName(table)}`);
    },
    async insert(table, rows) {
      begin();
      const statement = insertOf(table);
      for (const row of rows) statement.run(...row);
    },
    find: async (table, keys) => access.find(table, keys),
    async remove(table, keys) {
      begin();
      access.remove(table, keys);
    },
    async setLastIds(lastIds) {
      begin();
      database.exec('delete from sqlite_sequence');
      const statement = database.prepare<[string, number]>(
        'insert into sqlite_sequence (name, seq) values (?, ?)',
      );
      for (const [name, id] of Object.entries(lastIds)) statement.run(name, id);
    },
    async commit() {
      if (!database.inTransaction) return;
      if (options.passesMove) database.exec(moveGuard.end);
      database.exec('commit');
    },
    async close() {
      if (database.inTransaction) database.exec('rollback');
      database.close();
    },
  };
}
