import { Kysely, sql } from 'kysely';
import type { Database } from '#server/core/db/open';
import { runMigrations } from '#server/core/db/migrations/migrations';
import type { Schema } from '#server/core/db/schema';

/** Runs the migrations on an empty database and returns the schema statements that were run. */
export async function migrateAndRecord({ dialect }: Database): Promise<string[]> {
  const statements: string[] = [];
  const recording = new Kysely<Schema>({
    dialect: dialect.kysely,
    log: ({ query }) => {
      if (/^(create|alter|drop)\s/.test(query.sql)) statements.push(query.sql);
    },
  });
  await runMigrations(recording, dialect);
  return statements;
}

const literal = (value: unknown): string => {
  if (value === null) return 'null';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`;
  throw new Error(`A value of type ${typeof value} has no literal here.`);
};

/** Returns the names of the tables with their own rows, referenced tables first. */
export async function tablesOf({ kysely }: Pick<Database, 'kysely'>): Promise<string[]> {
  const tables = await kysely.introspection.getTables();
  // Triggers fill the full-text tables and the words of search keys.
  const own = tables.filter(({ name }) => !/_(trigrams|beginnings|phrases)(_|$)|^book_words$/.test(name));
  return own.map(({ name }) => name).toSorted();
}

export async function rowsOf(
  { kysely }: Pick<Database, 'kysely'>,
  table: string,
): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(kysely);
  return rows;
}

/** Disables foreign keys, so rows can be inserted in any order. */
const begin = {
  sqlite: 'pragma foreign_keys = off',
  postgres: 'set session_replication_role = replica',
} as const;

/** Returns the statements that restore the ID counters, including the IDs of deleted rows. */
async function dumpCounters({ kysely, dialect }: Database, tables: readonly string[]): Promise<string[]> {
  if (dialect.engine === 'sqlite') {
    const { rows } = await sql<{ name: string; seq: number }>`select name, seq from sqlite_sequence`.execute(
      kysely,
    );
    return rows.map(({ name, seq }) => `update sqlite_sequence set seq = ${seq} where name = '${name}'`);
  }
  const statements: string[] = [];
  for (const table of tables) {
    const { rows } = await sql<{ last: number }>`select last_value as last from pg_sequences
      where sequencename = ${`${table}_id_seq`} and last_value is not null`.execute(kysely);
    for (const { last } of rows) statements.push(`select setval('${table}_id_seq', ${last})`);
  }
  return statements;
}

/** Returns the statements that recreate this database, starting with its schema statements. */
export async function dumpDatabase(database: Database, shape: readonly string[]): Promise<string> {
  const tables = await tablesOf(database);
  const inserts: string[] = [];
  for (const table of tables) {
    for (const row of await rowsOf(database, table)) {
      const columns = Object.keys(row).map((name) => `"${name}"`);
      const values = Object.values(row).map(literal);
      inserts.push(`insert into "${table}" (${columns.join(', ')}) values (${values.join(', ')})`);
    }
  }
  const counters = await dumpCounters(database, tables);
  return [begin[database.dialect.engine], ...shape, ...inserts, ...counters]
    .map((statement) => `${statement};\n`)
    .join('');
}
