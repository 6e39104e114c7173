import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, test } from 'vitest';
import { createAccounts } from '#server/core/auth/accounts';
import { type Database, migrate, openDatabase } from '../open.ts';
import { runMigrations } from './migrations.ts';
import { renewBuiltInRoles } from '#server/features/users/built-in-roles';
import { eachDatabase } from '#server/testing/databases';
import { createCatalogue } from '#server/testing/factories';
import { packageRoot } from '#server/core/package-root';
import { rowsOf, tablesOf } from '#server/testing/stored/dump';
import { enterSample } from '#server/testing/stored/sample';

const folder = join(packageRoot, 'server', 'testing', 'stored');
const versions = readdirSync(folder)
  .flatMap((file) => /^(.*)\.sqlite\.sql$/.exec(file)?.[1] ?? [])
  .toSorted();

/** The schema as the database describes it, in an order that does not depend on its history. */
async function shapeOf({ kysely, dialect }: Database): Promise<string[]> {
  const definitions = {
    sqlite: sql<{
      said: string;
    }>`select type || ' ' || name || ': ' || coalesce(sql, '') as said from sqlite_master where name not like 'sqlite_stat%'`,
    postgres: sql<{ said: string }>`
      select 'column ' || table_name || '.' || ordinal_position || ' ' || column_name || ': ' || data_type || ' ' || is_nullable || ' '
        || coalesce(column_default, '') || ' ' || is_identity || ' ' || coalesce(collation_name, '') as said
        from information_schema.columns where table_schema = 'public'
      union all select 'index ' || indexdef from pg_indexes where schemaname = 'public'
      union all select 'constraint ' || conrelid::regclass || ' ' || conname || ': ' || pg_get_constraintdef(oid)
        from pg_constraint where connamespace = 'public'::regnamespace
      union all select 'trigger ' || pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
      union all select 'function ' || proname || ': ' || prosrc from pg_proc
        where pronamespace = 'public'::regnamespace and probin is null
      union all select 'extension ' || extname from pg_extension`,
  };
  const { rows } = await definitions[dialect.engine].execute(kysely);
  return rows.map((row) => row.said.replaceAll(/\s+/g, ' ')).toSorted();
}

/** Columns that depend on the history of the content. */
const notContent: ReadonlySet<string> = new Set([
  'migrations',
  'book_changes',
  'security_events',
  'audit_log',
  'trash',
  'retained_files',
  'retained_contents',
  // The words of earlier names remain.
  'search_words',
]);

/** Counts of writes, and what two databases cannot share. */
const differs = (column: string): boolean => /_at$|^revision$|^password_hash$/.test(column);

function asText(row: Readonly<Record<string, unknown>>): string {
  const columns = Object.keys(row).filter((column) => !differs(column));
  return columns
    .toSorted()
    .map((column) => `${column}: ${JSON.stringify(row[column])}`)
    .join(', ');
}

async function contentOf(database: Database): Promise<Record<string, string[]>> {
  const content: Record<string, string[]> = {};
  for (const table of await tablesOf(database)) {
    if (notContent.has(table)) continue;
    const rows = await rowsOf(database, table);
    content[table] = rows.map(asText).toSorted();
  }
  return content;
}

async function restore(url: string, script: string): Promise<void> {
  if (url.startsWith('file:')) {
    const database = new BetterSqlite(url.slice('file:'.length));
    database.exec(script);
    database.close();
    return;
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(script);
  await client.end();
}

eachDatabase('an upgrade', (openEmpty, engine) => {
  test('is tested from every released version', () => {
    expect(versions).toContain('0.1.0');
  });

  test.each(versions)('from %s ends in the shape and with the rows of a new database', async (version) => {
    const { url, remove } = await engine.createUrl();
    const kind = url.startsWith('file:') ? 'sqlite' : 'postgres';
    await restore(url, readFileSync(join(folder, `${version}.${kind}.sql`), 'utf8'));
    const upgraded = await openDatabase(url);
    await migrate(upgraded);
    await renewBuiltInRoles(upgraded);
    const fresh = await openEmpty();
    expect(await shapeOf(upgraded)).toEqual(await shapeOf(fresh));

    await enterSample(createCatalogue(fresh));
    expect(await contentOf(upgraded)).toEqual(await contentOf(fresh));

    // Search results, and the next new records, are the same as on the new database.
    const [responses, expected] = await Promise.all([upgraded, fresh].map(useIt));
    expect(responses).toEqual(expected);
    await upgraded.close();
    await remove();
  });
});

eachDatabase('an interrupted upgrade', (openEmpty, engine) => {
  test.each(versions)('from %s continues after its last complete migration', async (version) => {
    const { url, remove } = await engine.createUrl();
    const kind = url.startsWith('file:') ? 'sqlite' : 'postgres';
    await restore(url, readFileSync(join(folder, `${version}.${kind}.sql`), 'utf8'));
    const database = await openDatabase(url);
    const countMigrations = async (): Promise<number> =>
      (await database.kysely.selectFrom('migrations').select('name').execute()).length;
    const before = await countMigrations();
    let transactions = 0;
    const interrupted = runMigrations(database.kysely, {
      ...database.dialect,
      async lockMigrations(trx) {
        transactions += 1;
        if (transactions > 3) throw new Error('The process ended.');
        await database.dialect.lockMigrations(trx);
      },
    });
    await expect(interrupted).rejects.toThrow('The process ended.');
    expect(await countMigrations()).toBe(before + 3);

    await migrate(database);
    const fresh = await openEmpty();
    expect(await shapeOf(database)).toEqual(await shapeOf(fresh));
    await database.close();
    await remove();
  });
});

eachDatabase('a database of a newer version', (openEmpty) => {
  test('is refused in a sentence', async () => {
    const database = await openEmpty();
    await migrate(database);
    await database.kysely.insertInto('migrations').values({ name: '999-later', applied_at: '' }).execute();
    await expect(migrate(database)).rejects.toThrow('A newer version has changed this database (999-later).');
  });
});

async function useIt(database: Database): Promise<unknown> {
  const catalogue = createCatalogue(database);
  const content: unknown[] = [];
  for (const search of ['isik', 'GERÇEK', '100%', 'bu', 'plain', 'removed'])
    content.push((await catalogue.list({ search })).items.map(({ name }) => name));
  const book = await catalogue.addBook({ name: 'Added later', author: { id: undefined, name: 'josé işık' } });
  const category = await catalogue.addCategory('Şiir');
  const { total } = await catalogue.list();
  await createAccounts(database.kysely).change('reader@example.org', { name: 'Ayşe' });
  return {
    found: content,
    book: [book.id, book.code, book.author],
    category: [category.id, category.code],
    total,
  };
}
