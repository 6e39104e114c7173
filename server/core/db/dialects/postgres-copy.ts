import pg from 'pg';
import { postgresTypes } from './postgres-types.ts';
import {
  type Cell,
  type TableReader,
  type TableShape,
  type TableWriter,
  sortByReference,
} from './table-copy.ts';

const BATCH = 500;
const CONNECT_MS = 5_000;

const quoted = (name: string): string => pg.escapeIdentifier(name);

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    application_name: 'lectern-backup',
    types: postgresTypes,
  });
  // A connection that is lost rejects the query that runs.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** The first column of all rows. */
async function column(client: pg.Client, text: string): Promise<Cell[]> {
  const { rows } = await client.query<[Cell]>({ text, rowMode: 'array' });
  return rows.map(([cell]) => cell);
}

async function readShapes(client: pg.Client): Promise<TableShape[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select table_name::text as name, array_agg(column_name::text order by column_name::text collate "C") as columns
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = current_schema() and table_type = 'BASE TABLE' and table_name <> 'migrations'
     group by 1 order by table_name::text collate "C"`,
  );
  const shapes: TableShape[] = [];
  for (const { name, columns } of rows) {
    const [count] = await column(client, `select count(*) from ${quoted(name)}`);
    shapes.push({ name, columns, rows: Number(count) });
  }
  const { rows: references } = await client.query<{ child: string; parent: string }>(
    `select child.relname::text as child, parent.relname::text as parent
     from pg_constraint join pg_class child on child.oid = conrelid join pg_class parent on parent.oid = confrelid
     where contype = 'f' and connamespace = current_schema()::regnamespace`,
  );
  const parents = new Map<string, string[]>();
  for (const { child, parent } of references) parents.set(child, [...(parents.get(child) ?? []), parent]);
  return sortByReference(shapes, parents);
}

async function readLastIds(client: pg.Client): Promise<Record<string, number>> {
  const { rows } = await client.query<{ name: string; sequence: string }>(
    `select table_name::text as name, pg_get_serial_sequence(quote_ident(table_name), column_name) as sequence
     from information_schema.columns where table_schema = current_schema() and is_identity = 'YES' order by 1`,
  );
  const lastIds: Record<string, number> = {};
  for (const { name, sequence } of rows) {
    const [id] = await column(client, `select last_value from ${sequence} where is_called`);
    if (id !== undefined) lastIds[name] = Number(id);
  }
  return lastIds;
}

/** Reads in a transaction of its own, which sees nothing that others commit later. */
export async function openPostgresReader(url: string): Promise<TableReader> {
  const client = await connect(url);
  await client.query('begin isolation level repeatable read read only');
  const tables = await readShapes(client);
  const migrations = await column(client, 'select name from migrations order by applied_at, name');
  const lastIds = await readLastIds(client);
  const [bytes] = await column(client, 'select pg_database_size(current_database())');
  return {
    tables,
    migrations: migrations.map(String),
    lastIds,
    bytes: Number(bytes),
    async *rows({ name, columns }) {
      await client.query(
        `declare backup_rows no scroll cursor for select ${columns.map(quoted).join(', ')} from ${quoted(name)}`,
      );
      for (;;) {
        const { rows } = await client.query<Cell[]>({
          text: `fetch ${BATCH} from backup_rows`,
          rowMode: 'array',
        });
        if (rows.length === 0) break;
        yield rows;
      }
      await client.query('close backup_rows');
    },
    close: () => client.end(),
  };
}

/** Writes in one transaction between two calls of `commit`. */
export async function openPostgresWriter(url: string): Promise<TableWriter> {
  const client = await connect(url);
  let isBegun = false;
  const begin = async () => {
    if (!isBegun) await client.query('begin');
    isBegun = true;
  };
  return {
    async clear(table) {
      await begin();
      await client.query(`delete from ${quoted(table)}`);
    },
    async insert({ name, columns }, rows) {
      await begin();
      const list = columns.map(quoted).join(', ');
      const records = rows.map((row) =>
        Object.fromEntries(columns.map((columnName, index) => [columnName, row[index]])),
      );
      await client.query(
        `insert into ${quoted(name)} (${list}) select ${list} from json_populate_recordset(null::${quoted(name)}, $1)`,
        [JSON.stringify(records)],
      );
    },
    async setLastIds(lastIds) {
      await begin();
      for (const [name, id] of Object.entries(lastIds))
        await client.query("select setval(pg_get_serial_sequence(quote_ident($1), 'id'), $2)", [name, id]);
    },
    async commit() {
      if (isBegun) await client.query('commit');
      isBegun = false;
    },
    close: () => client.end(),
  };
}
