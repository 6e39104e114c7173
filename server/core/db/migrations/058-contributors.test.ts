import { expect, test } from 'vitest';
import { migrate, openDatabase } from '../open.ts';
import { checkDatabase } from '#server/features/system/check/database';
import { engines } from '#server/testing/databases';
import { createCatalogue } from '#server/testing/factories';

const added = ['sort_name', 'other_names', 'isni', 'biography', 'total_books', 'sort_name_key'] as const;

test.each(engines)('narrators of an earlier version become contributors on $name', async (engine) => {
  const { url, remove } = await engine.createUrl();
  const database = await openDatabase(url);
  await migrate(database);
  const { kysely } = database;
  const { addBook, books } = createCatalogue(database);
  const first = await addBook({ author: { id: undefined, name: 'Ada Marsh' } });
  const ids = [first.id];
  for (let index = 1; index < 1_010; index += 1) ids.push((await addBook({ name: `Book ${index}` })).id);

  // As the version before left it.
  await kysely
    .deleteFrom('migrations')
    .where('name', 'in', ['058-contributors', '061-contributor-lists'])
    .execute();
  for (const table of ['book_contributors', 'contributor_counts', 'other_name_words'])
    await kysely.schema.dropTable(table).execute();
  for (const index of ['people_by_books', 'people_by_sort_name'])
    await kysely.schema.dropIndex(index).execute();
  await kysely.schema.alterTable('bulk_changes').dropColumn('merged').execute();
  for (const column of added) await kysely.schema.alterTable('authors').dropColumn(column).execute();
  const narrate = (id: number | undefined, narrator: string) =>
    kysely
      .updateTable('books')
      .set({ narrator })
      .where('id', '=', id ?? 0)
      .execute();
  await narrate(ids[0], 'Nora Reader; ada marsh & Full cast');
  await narrate(ids[1], 'nora reader, Zoe Other');
  for (const [index, id] of ids.slice(2).entries()) await narrate(id, `Narrator ${index % 700}`);
  await migrate(database);

  const [one, two, last] = [
    await books.get(ids[0] ?? 0),
    await books.get(ids[1] ?? 0),
    await books.get(ids.at(-1) ?? 0),
  ];
  const rolesOf = ({ contributors = [] }: typeof one) =>
    contributors.map(({ name, role }) => `${name} ${role}`);
  expect(rolesOf(one)).toEqual([
    'Ada Marsh author',
    'Nora Reader narrator',
    'Ada Marsh narrator',
    'Full cast narrator',
  ]);
  expect(one.narrator).toBe('Nora Reader; ada marsh & Full cast');
  expect(rolesOf(two).slice(1)).toEqual(['Nora Reader narrator', 'Zoe Other narrator']);
  expect(rolesOf(last).slice(1)).toEqual(['Narrator 307 narrator']);
  expect(await checkDatabase(database)).toEqual([]);
  const words = await kysely.selectFrom('search_words').select('word').where('key', '=', 'reder').execute();
  expect(words).toEqual([{ word: 'reader' }]);
  await database.close();
  await remove();
});
