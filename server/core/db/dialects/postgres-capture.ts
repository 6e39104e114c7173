import { type Kysely, type Transaction, sql } from 'kysely';
import type { Schema } from '../schema.ts';
import { MOVED, PAUSED, type CapturedTable } from './capture.ts';

const PREFIX = 'move_capture_';
/** The key of an advisory lock. No other lock may use it. */
const WRITERS = 7_263_409_219;
const MAX_TRIES = 10;
const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

const keyOf = (row: 'old' | 'new', key: readonly string[]): string =>
  `json_build_array(${key.map((column) => `${row}.${quoteName(column)}`).join(', ')})::text`;

const record = (table: string, key: string): string => `
  insert into move_changes (table_name, row_key, revision) values ('${table.replaceAll("'", "''")}', ${key}, 1)
    on conflict (table_name, row_key) do update set revision = move_changes.revision + 1;`;

/**
 * Returns the trigger function of a table. Writers share the lock. Each query of the function reads what was committed before it
 * runs, so it also reads commits that happened while it waited for the lock.
 */
const functionOf = ({ name, key }: CapturedTable): string => `
create or replace function ${quoteName(`${PREFIX}${name}`)}() returns trigger language plpgsql as $capture$
declare state move_state%rowtype;
begin
  perform pg_advisory_xact_lock_shared(${WRITERS});
  select * into state from move_state;
  if state.phase = 'arriving' then return null; end if;
  if state.phase = 'moved' then raise exception '${MOVED}' using errcode = 'LM002'; end if;
  if state.paused_until > to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    then raise exception '${PAUSED}' using errcode = 'LM001'; end if;
  if tg_op <> 'INSERT' then ${record(name, keyOf('old', key))} end if;
  if tg_op = 'INSERT' then ${record(name, keyOf('new', key))}
  elsif tg_op = 'UPDATE' and ${keyOf('new', key)} <> ${keyOf('old', key)} then ${record(name, keyOf('new', key))} end if;
  return null;
end $capture$`;

const isWaiting = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['55P03', '40P01'].includes(String(error.code));

/**
 * Runs work in its own transaction with a short lock timeout, and retries it. Callers lock one table at a time, so that writers of
 * several tables wait only briefly.
 */
async function withShortLockTimeout(
  db: Kysely<Schema>,
  work: (trx: Kysely<Schema>) => Promise<void>,
): Promise<void> {
  if (db.isTransaction) return work(db);
  for (let tries = 1; ; tries += 1)
    try {
      return await db.transaction().execute(async (trx) => {
        await sql`set local lock_timeout = '2s'`.execute(trx);
        await work(trx);
      });
    } catch (error) {
      if (tries >= MAX_TRIES || !isWaiting(error)) throw error;
    }
}

const references = sql<{ child: string; name: string; definition: string; is_valid: boolean }>`
  select conrelid::regclass::text as child, conname::text as name, pg_get_constraintdef(oid) as definition,
    convalidated as is_valid
  from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace order by 1, 2`;

async function stop(db: Kysely<Schema>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select proname::text as name from pg_proc
    where pronamespace = current_schema()::regnamespace and starts_with(proname, ${PREFIX})
  `.execute(db);
  for (const { name } of rows)
    await withShortLockTimeout(db, async (trx) => {
      await sql.raw(`drop function ${quoteName(name)}() cascade`).execute(trx);
    });
}

export const postgresCapture = {
  async start(db: Kysely<Schema>, tables: readonly CapturedTable[]): Promise<void> {
    for (const table of tables)
      await withShortLockTimeout(db, async (trx) => {
        const name = quoteName(`${PREFIX}${table.name}`);
        await sql.raw(functionOf(table)).execute(trx);
        await sql
          .raw(
            `create or replace trigger ${name} after insert or update or delete on ${quoteName(table.name)}
             for each row execute function ${name}()`,
          )
          .execute(trx);
      });
  },
  stop,
  async lockWriters(trx: Transaction<Schema>): Promise<void> {
    await sql`set local lock_timeout = '5s'`.execute(trx);
    await sql`select pg_advisory_xact_lock(${sql.lit(WRITERS)})`.execute(trx);
  },
  async now(db: Kysely<Schema>): Promise<Date> {
    const { rows } = await sql<{ now: string }>`
      select to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as now`.execute(
      db,
    );
    return new Date(rows[0]?.now ?? Date.now());
  },
  async dropReferences(db: Kysely<Schema>): Promise<string[]> {
    const { rows } = await references.execute(db);
    for (const { child, name } of rows)
      await sql.raw(`alter table ${child} drop constraint ${quoteName(name)}`).execute(db);
    return rows.map(
      ({ child, name, definition }) =>
        `alter table ${child} add constraint ${quoteName(name)} ${definition.replace(/ NOT VALID$/, '')}`,
    );
  },
  async addReferences(db: Kysely<Schema>, statements: readonly string[]): Promise<void> {
    const { rows } = await references.execute(db);
    const present = new Set(
      rows.map(({ child, name }) => `alter table ${child} add constraint ${quoteName(name)} `),
    );
    for (const statement of statements)
      if (![...present].some((begin) => statement.startsWith(begin)))
        await sql.raw(`${statement} not valid`).execute(db);
  },
  async checkReferences(db: Kysely<Schema>): Promise<void> {
    const { rows } = await references.execute(db);
    for (const { child, name, is_valid } of rows)
      if (!is_valid) await sql.raw(`alter table ${child} validate constraint ${quoteName(name)}`).execute(db);
  },
};
