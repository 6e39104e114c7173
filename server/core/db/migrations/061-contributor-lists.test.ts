import { expect, test } from 'vitest';
import { contributorsQuery } from '#contract/contributors/contributors';
import { checkDatabase } from '#server/features/system/check/database';
import { engines } from '#server/testing/databases';
import { contextWith, createCatalogue } from '#server/testing/factories';
import { migrate, openDatabase } from '../open.ts';

test.each(engines)('roles, sort names and other names of people are listed on $name', async (engine) => {
  const { url, remove } = await engine.createUrl();
  const database = await openDatabase(url);
  await migrate(database);
  const { kysely } = database;
  const { addBook, books } = createCatalogue(database);
  const { author } = await addBook({ author: { name: 'Ursula K. Le Guin' }, narrator: 'Zoe Other' });
  await addBook({ author: { name: 'Mia Moor' }, narrator: 'Ursula K. Le Guin' });
  await books.authors.changeContributor(
    { id: author.id, version: 1, sort_name: 'Le Guin, Ursula K.', other_names: ['Úrsula Kroeber', '—'] },
    contextWith(),
  );
  const list = async (query: object) =>
    (await books.authors.listPeople(contributorsQuery.parse(query))).items;
  const all = { sort_by_field: 'sort_name' };
  const before = [await list(all), await list({ search: 'ursula kroeb' })];
  expect(before[0]?.map(({ name }) => name)).toEqual(['Ursula K. Le Guin', 'Mia Moor', 'Zoe Other']);
  expect(before[1]).toHaveLength(1);

  // As the version before left it.
  await kysely.deleteFrom('migrations').where('name', '=', '061-contributor-lists').execute();
  for (const table of ['contributor_counts', 'other_name_words'])
    await kysely.schema.dropTable(table).execute();
  await kysely.schema.dropIndex('people_by_sort_name').execute();
  await kysely.schema.alterTable('authors').dropColumn('sort_name_key').execute();
  await kysely.schema.alterTable('bulk_changes').dropColumn('merged').execute();
  await migrate(database);

  expect([await list(all), await list({ search: 'ursula kroeb' })]).toEqual(before);
  expect(await checkDatabase(database)).toEqual([]);
  await database.close();
  await remove();
});
