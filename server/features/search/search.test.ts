import { beforeAll, expect, test } from 'vitest';
import { countByLanguage } from '#server/features/books/language-counts';
import { contextWith, createCatalogue, toBooksQuery } from '#server/testing/factories';
import { eachDatabase } from '#server/testing/databases';
import { searchAll } from './search.ts';

const context = contextWith();

eachDatabase('the search over all record types', async (openEmpty) => {
  const database = await openEmpty();
  const find = async (text: string) =>
    (await searchAll(database, text)).map(({ kind, items }) => [kind, items.map(({ name }) => name)]);

  beforeAll(async () => {
    const catalogue = createCatalogue(database);
    await catalogue.addBook({ name: 'Dune', author: { name: 'Frank Herbert' } });
    await catalogue.addBook({ name: 'The Dunes of Istanbul', author: { name: 'Dune Author' } });
    const { code } = await catalogue.addCategory('Dunes and deserts');
    await catalogue.addSubCategory('Under the dunes', code);
    await catalogue.collections.create({ title: '100% Dune_books' }, context);
    await catalogue.storyBooks.create({ title: 'Dune stories' }, context);
    await catalogue.challenges.create(
      { title: 'A week of dunes', description: 'x', day_count: 7, items: [{ book_code: 'BK-000001' }] },
      context,
    );
    await catalogue.mobileConfigs.create({ title: 'Dune home' }, context);
  });

  test('finds records of all types, with names that start with the search first', async () => {
    expect(await find('DUNE')).toEqual([
      ['books', ['Dune', 'The Dunes of Istanbul']],
      ['authors', ['Dune Author']],
      ['categories', ['Dunes and deserts']],
      ['sub-categories', ['Under the dunes']],
      ['collections', ['100% Dune_books']],
      ['story-books', ['Dune stories']],
      ['challenges', ['A week of dunes']],
      ['mobile-configs', ['Dune home']],
    ]);
  });

  test('finds by code, by id, and with special characters of databases', async () => {
    expect(await find('bk-000002')).toEqual([['books', ['The Dunes of Istanbul']]]);
    expect(await find('dunes-and-deserts')).toEqual([['categories', ['Dunes and deserts']]]);
    expect(await find('2')).toEqual([['books', ['The Dunes of Istanbul']]]);
    expect(await find('istanbul')).toEqual([['books', ['The Dunes of Istanbul']]]);
    expect(await find('0% dune_')).toEqual([['collections', ['100% Dune_books']]]);
    expect(await find('%')).toEqual([['collections', ['100% Dune_books']]]);
  });

  test('distinguishes books by their authors, and returns nothing for an empty search', async () => {
    const [books] = await searchAll(database, 'dune');
    expect(books?.items.map(({ code, detail }) => [code, detail])).toEqual([
      ['BK-000001', 'Frank Herbert'],
      ['BK-000002', 'Dune Author'],
    ]);
    expect(await find('')).toEqual([]);
    expect(await find('   ')).toEqual([]);
    expect(await find('nowhere to be found')).toEqual([]);
  });

  test('counts the books of a list by language for any search or filter', async () => {
    await createCatalogue(database).addBook({ name: 'Kumul ve dune', language: 1, is_backup: false });
    const count = (query: object) =>
      countByLanguage(database, toBooksQuery({ ...query, language: 'pt' })).then((counts) =>
        counts.map(({ language, total }) => [language, total]),
      );
    expect(await count({ search: 'dune' })).toEqual([
      [3, 2],
      [1, 1],
    ]);
    expect(await count({ search: 'du' })).toEqual([
      [3, 2],
      [1, 1],
    ]);
    expect(await count({ search: 'nothing of the kind' })).toEqual([]);
    expect(await count({ is_backup: 0 })).toEqual([[1, 1]]);
    expect(await count({ author: 'Frank Herbert', search: 'dune' })).toEqual([[3, 1]]);
    expect(await count({ author: 'Frank Herbert' })).toEqual([[3, 1]]);
    expect(await count({ category_code: 'nowhere' })).toEqual([]);
  });
});
