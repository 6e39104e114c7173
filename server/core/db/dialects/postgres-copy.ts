import pg from 'pg';
import { postgresTypes } from './postgres-types.ts';
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
const CONNECT_MS = 5_000;

const quoteName = (name: string): string => pg.escapeIdentifier(name);

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    application_name: 'lectern-backup',
    types: postgresTypes,
  });
  // A lost connection rejects the running query.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Returns the first column of all rows. */
async function column(client: pg.Client, text: string): Promise<Cell[]> {
  const { rows } = await client.query<[Cell]>({ text, rowMode: 'array' });
  return rows.map(([cell]) => cell);
}

async function countRows(
  client: pg.Client,
  tables: readonly { readonly name: string }[],
): Promise<ReadonlyMap<string, number>> {
  const counts = tables.map(
    ({ name }) => `select ${pg.escapeLiteral(name)} as name, count(*) as count from ${quoteName(name)}`,
  );
  if (counts.length === 0) return new Map();
  const { rows } = await client.query<{ name: string; count: string | number }>(counts.join(' union all '));
  return new Map(rows.map(({ name, count }) => [name, Number(count)]));
}

async function readShapes(client: pg.Client, { skipsCounts }: ReaderOptions): Promise<TableShape[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; key: string[] | null }>(
    `select table_name::text as name, array_agg(column_name::text order by column_name::text collate "C") as columns,
       (select array_agg(attname::text order by array_position(indkey, attnum))
        from pg_index join pg_attribute on attrelid = indrelid and attnum = any(indkey)
        where indisprimary and indrelid = (quote_ident(table_schema) || '.' || quote_ident(table_name))::regclass) as key
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = current_schema() and table_type = 'BASE TABLE' and table_name <> all($1)
     group by table_schema, table_name order by table_name::text collate "C"`,
    [ownTables],
  );
  const counts = skipsCounts ? new Map<string, number>() : await countRows(client, rows);
  const shapes = rows.map(({ name, columns, key }) => ({
    name,
    columns,
    key: key ?? columns,
    rows: counts.get(name) ?? 0,
  }));
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

const list = (columns: readonly string[], table?: string): string =>
  columns.map((name) => (table === undefined ? quoteName(name) : `${table}.${quoteName(name)}`)).join(', ');

/** Returns the keys as rows `k` of the table, and the condition that joins them with its rows `t`. */
function joinOf({ name, key }: TableShape, keys: readonly RowKey[]) {
  const records = keys.map((text) => {
    const cells = JSON.parse(text) as Cell[];
    return Object.fromEntries(key.map((columnName, index) => [columnName, cells[index]]));
  });
  const condition = key.map((columnName) => `t.${quoteName(columnName)} = k.${quoteName(columnName)}`);
  return {
    keys: `json_populate_recordset(null::${quoteName(name)}, $1) as k`,
    condition: condition.join(' and '),
    values: [JSON.stringify(records)],
  };
}

async function findRows(client: pg.Client, table: TableShape, keys: readonly RowKey[]): Promise<Cell[][]> {
  if (keys.length === 0) return [];
  const join = joinOf(table, keys);
  const text = `select ${list(table.columns, 't')} from ${quoteName(table.name)} as t join ${join.keys} on ${join.condition}`;
  const { rows } = await client.query<Cell[]>({ text, values: join.values, rowMode: 'array' });
  return rows;
}

/** Reads in one transaction, which does not see later commits. */
export async function openPostgresReader(url: string, options: ReaderOptions): Promise<TableReader> {
  const client = await connect(url);
  await client.query('begin isolation level repeatable read read only');
  const tables = await readShapes(client, options);
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
        `declare backup_rows no scroll cursor for select ${list(columns)} from ${quoteName(name)}`,
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
    find: (table, keys) => findRows(client, table, keys),
    close: () => client.end(),
  };
}

/** Writes in one transaction between two calls of `commit`. */
export async function openPostgresWriter(url: string, options: WriterOptions): Promise<TableWriter> {
  const client = await connect(url);
  let isBegun = false;
  const begin = async () => {
    if (isBegun) return;
    await client.query('begin');
    isBegun = true;
    if (options.passesMove) await client.query(moveGuard.begin);
  };
  return {
    async clear(table) {
      await begin();
      await client.query(`delete from ${quoteName(table)}`);
    },
    async insert({ name, columns }, rows) {
      await begin();
      const names = list(columns);
      const records = rows.map((row) =>
        Object.fromEntries(columns.map((columnName, index) => [columnName, row[index]])),
      );
      await client.query(
        `insert into ${quoteName(name)} (${names}) select ${names} from json_populate_recordset(null::${quoteName(name)}, $1)`,
        [JSON.stringify(records)],
      );
    },
    find: (table, keys) => findRows(client, table, keys),
    async remove(table, keys) {
      if (keys.length === 0) return;
      await begin();
      const join = joinOf(table, keys);
      await client.query(
        `delete from ${quoteName(table.name)} as t using ${join.keys} where ${join.condition}`,
        join.values,
      );
    },
    async setLastIds(lastIds) {
      await begin();
      for (const [name, id] of Object.entries(lastIds))
        await client.query("select setval(pg_get_serial_sequence(quote_ident($1), 'id'), $2)", [name, id]);
    },
    async commit() {
      if (!isBegun) return;
      if (options.passesMove) await client.query(moveGuard.end);
      await client.query('commit');
      isBegun = false;
    },
    close: () => client.end(),
  };
}
