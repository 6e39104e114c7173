import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import type { Database } from './open.ts';
import { recordTables } from './tables/tables.ts';
import { eachDatabase } from '#server/testing/databases';
import { type Catalogue, contextWith, createCatalogue } from '#server/testing/factories';

eachDatabase('a catalogue without one of its counters', (openEmpty) => {
  let database: Database;
  let catalogue: Catalogue;
  beforeEach(async () => {
    database = await openEmpty();
    catalogue = createCatalogue(database);
  });

  test('has a counter for every table of records at the start', async () => {
    const rows = await database.kysely.selectFrom('record_lists').select('name').execute();
    expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(recordTables).toSorted());
  });

  test('has a search index for every table of records', async () => {
    const { kysely, dialect } = database;
    const isSqlite = dialect.engine === 'sqlite';
    const { rows } = await sql<{ name: string }>`select name from
      ${isSqlite ? sql`sqlite_schema` : sql`(select indexname as name from pg_indexes) as indexes`}`.execute(
      kysely,
    );
    const names = Object.keys(recordTables).map((table) => `${table}${isSqlite ? '' : '_by'}_trigrams`);
    expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
  });

  test('fails to list and write records instead of returning none', async () => {
    await catalogue.addCategory('Fiction');
    await database.kysely.deleteFrom('record_lists').where('name', '=', 'categories').execute();
    const failure = 'lost its counter “categories”';
    await expect(catalogue.categories.list({ page: 1, items_per_page: 10, search: '' })).rejects.toThrow(
      failure,
    );
    await expect(catalogue.addCategory('Poetry')).rejects.toThrow(failure);
    const storedCategories = await database.kysely.selectFrom('categories').select('name').execute();
    expect(storedCategories).toEqual([{ name: 'Fiction' }]);
  });

  test('fails to add and change books, and still finds existing books', async () => {
    const { id } = await catalogue.addBook({ name: 'First' });
    await database.kysely.deleteFrom('catalogue').execute();
    const failure = 'lost its counter “catalogue”';
    await expect(catalogue.addBook({ name: 'Second' })).rejects.toThrow(failure);
    await expect(catalogue.books.replaceChapters(id, [], contextWith())).rejects.toThrow(failure);
    expect(await catalogue.list({ search: 'first' })).toMatchObject({ total: 1, items: [{ id }] });
    await expect(catalogue.addCategory('Fiction')).rejects.toThrow(failure);
    expect(await database.kysely.selectFrom('books').select('id').execute()).toEqual([{ id }]);
  });
});
