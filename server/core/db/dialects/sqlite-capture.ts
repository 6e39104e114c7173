import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';
import { MOVED, PAUSED, type CapturedTable } from './capture.ts';

const PREFIX = 'move_capture_';
const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

const refuse = `
  select raise(abort, '${PAUSED}') from move_state
    where paused_until > strftime('%Y-%m-%dT%H:%M:%fZ', 'now') and phase in ('copying', 'arrived');
  select raise(abort, '${MOVED}') from move_state where phase = 'moved';`;

const keyOf = (row: 'old' | 'new', key: readonly string[]): string =>
  `json_array(${key.map((column) => `${row}.${quoteName(column)}`).join(', ')})`;

const record = (table: string, key: string, condition: string): string => `
  insert into move_changes (table_name, row_key, revision)
    select '${table.replaceAll("'", "''")}', ${key}, 1 where ${condition}
    on conflict (table_name, row_key) do update set revision = revision + 1;`;

/** True unless rows are copied from the other database. */
const isRecorded = "not exists (select 1 from move_state where phase = 'arriving')";

function* triggersOf({ name, key }: CapturedTable): Iterable<string> {
  const before = keyOf('old', key);
  const after = keyOf('new', key);
  const begin = (event: string) =>
    `create trigger ${quoteName(`${PREFIX}${event}_${name}`)} after ${event} on ${quoteName(name)} begin ${refuse}`;
  yield `${begin('insert')} ${record(name, after, isRecorded)} end`;
  yield `${begin('delete')} ${record(name, before, isRecorded)} end`;
  yield `${begin('update')} ${record(name, before, isRecorded)}
    ${record(name, after, `${after} <> ${before} and ${isRecorded}`)} end`;
}

async function dropTriggers(trx: Kysely<Schema>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select name from sqlite_master where type = 'trigger' and substr(name, 1, ${PREFIX.length}) = ${PREFIX}
  `.execute(trx);
  for (const { name } of rows) await sql.raw(`drop trigger ${quoteName(name)}`).execute(trx);
}

/** The write lock of a transaction blocks all other writers, so `lockWriters` does nothing. */
export const sqliteCapture = {
  async start(db: Kysely<Schema>, tables: readonly CapturedTable[]): Promise<void> {
    await db.transaction().execute(async (trx) => {
      await dropTriggers(trx);
      for (const table of tables)
        for (const statement of triggersOf(table)) await sql.raw(statement).execute(trx);
    });
  },
  stop: (db: Kysely<Schema>): Promise<void> =>
    db.isTransaction ? dropTriggers(db) : db.transaction().execute((trx) => dropTriggers(trx)),
  lockWriters: async (): Promise<void> => undefined,
  now: async (): Promise<Date> => new Date(),
  dropReferences: async (): Promise<string[]> => [],
  addReferences: async (): Promise<void> => undefined,
  checkReferences: async (): Promise<void> => undefined,
};
