import BetterSqlite from 'better-sqlite3';
import { sqlitePath } from './sqlite-path.ts';
import {
  type Cell,
  type TableReader,
  type TableShape,
  type TableWriter,
  sortByReference,
} from './table-copy.ts';

const BATCH = 500;
const BUSY_MS = 30_000;

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** The tables of the schema: those of the full-text indexes are filled by triggers. */
function readShapes(database: BetterSqlite.Database): TableShape[] {
  const names = database
    .prepare<[], string>(
      `select name from pragma_table_list
       where schema = 'main' and type = 'table' and name not like 'sqlite_%' and name <> 'migrations' order by name`,
    )
    .pluck()
    .all();
  const parents = database
    .prepare<[string], string>('select distinct "table" from pragma_foreign_key_list(?)')
    .pluck();
  const shapes = names.map((name) => {
    const columns = database
      .prepare<[string], string>('select name from pragma_table_info(?) order by name')
      .pluck()
      .all(name);
    const rows =
      database
        .prepare<[], number>(`select count(*) from ${quoted(name)}`)
        .pluck()
        .get() ?? 0;
    return { name, columns, rows };
  });
  return sortByReference(shapes, new Map(names.map((name) => [name, parents.all(name)])));
}

/** Reads in a transaction of its own, which sees nothing that others commit later. */
export function openSqliteReader(url: string): TableReader {
  const database = new BetterSqlite(sqlitePath(url), { readonly: true, fileMustExist: true });
  database.pragma(`busy_timeout = ${BUSY_MS}`);
  database.exec('begin');
  const tables = readShapes(database);
  const list = (statement: string) => database.prepare<[], string>(statement).pluck().all();
  const lastIds = database
    .prepare<[], { name: string; seq: number }>('select name, seq from sqlite_sequence')
    .all();
  const bytes = database
    .prepare<[], number>('select page_count * page_size from pragma_page_count(), pragma_page_size()')
    .pluck()
    .get();
  return {
    tables,
    migrations: list('select name from migrations order by applied_at, name'),
    lastIds: Object.fromEntries(lastIds.map(({ name, seq }) => [name, seq])),
    bytes: bytes ?? 0,
    async *rows({ name, columns }) {
      const statement = database.prepare<[], Cell[]>(
        `select ${columns.map(quoted).join(', ')} from ${quoted(name)}`,
      );
      let batch: Cell[][] = [];
      for (const row of statement.raw().iterate()) {
        batch.push(row);
        if (batch.length < BATCH) continue;
        yield batch;
        batch = [];
      }
      if (batch.length > 0) yield batch;
    },
    async close() {
      database.close();
    },
  };
}

/** Writes in one transaction between two calls of `commit`. */
export function openSqliteWriter(url: string): TableWriter {
  const database = new BetterSqlite(sqlitePath(url), { fileMustExist: true });
  database.pragma(`busy_timeout = ${BUSY_MS}`);
  database.pragma('synchronous = full');
  const inserts = new Map<string, BetterSqlite.Statement<Cell[]>>();
  const begin = () => {
    if (!database.inTransaction) database.exec('begin immediate');
  };
  const insertOf = ({ name, columns }: Pick<TableShape, 'name' | 'columns'>) => {
    const values = columns.map(() => '?').join(', ');
    const statement =
      inserts.get(name) ??
      database.prepare<Cell[]>(
        `insert into ${quoted(name)} (${columns.map(quoted).join(', ')}) values (${values})`,
      );
    inserts.set(name, statement);
    return statement;
  };
  return {
    async clear(table) {
      begin();
      database.exec(`delete from ${quoted(table)}`);
    },
    async insert(table, rows) {
      begin();
      const statement = insertOf(table);
      for (const row of rows) statement.run(...row);
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
      if (database.inTransaction) database.exec('commit');
    },
    async close() {
      if (database.inTransaction) database.exec('rollback');
      database.close();
    },
  };
}
