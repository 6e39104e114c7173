import { expect, test } from 'vitest';
import { type Database, migrate, openDatabase } from '#server/db/open';
import { createCategoryService } from '#server/resources/categories/categories.service';
import { contextWith, createMemoryKeeper } from '#server/testing/factories';
import { engines } from '#server/testing/databases';
import { foundation } from './001-foundation.ts';

/** What a database of the first version looks like. */
async function openFirstVersion(url: string): Promise<Database> {
  const database = await openDatabase(url);
  await database.kysely.schema
    .createTable('migrations')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('applied_at', 'text', (column) => column.notNull())
    .execute();
  await database.kysely.transaction().execute((trx) => foundation.up(trx, database.dialect));
  const applied = { name: foundation.name, applied_at: new Date().toISOString() };
  await database.kysely.insertInto('migrations').values(applied).execute();
  return database;
}

test.each(engines)('a catalogue of the first version keeps its numbers on $name', async (engine) => {
  const { url, remove } = await engine.createUrl();
  const database = await openFirstVersion(url);
  const times = {
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
    version: 1,
  };
  for (const code of ['a', 'b', 'c']) {
    const row = { name: code, code, search_key: `${code} ${code}`, image_key: null, thumbnail_key: null };
    await database.kysely
      .insertInto('categories')
      .values({ ...row, ...times })
      .execute();
  }
  await migrate(database);
  const lists = await database.kysely.selectFrom('record_lists').selectAll().orderBy('name').execute();
  expect(lists.map(({ name, total }) => `${name} ${total}`)).toEqual([
    'categories 3',
    'challenges 0',
    'collections 0',
    'mobile_configs 0',
    'story_books 0',
    'sub_categories 0',
  ]);
  const categories = createCategoryService({ database, files: createMemoryKeeper().keeper });
  await categories.create({ name: 'd', code: undefined }, contextWith());
  const { items, total } = await categories.list({ page: 1, items_per_page: 10, search: '' });
  expect([items.map(({ code }) => code).join(''), total]).toEqual(['dcba', 4]);
  await database.close();
  await remove();
});
