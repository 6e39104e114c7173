import { beforeAll, expect, test } from 'vitest';
import { authorsQuery } from '#contract/authors';
import { authorNamed } from './book-authors.ts';
import { type Catalogue, contextWith, createCatalogue } from '#server/testing/factories';
import { eachDatabase } from '#server/testing/databases';

eachDatabase('the list of authors', (openEmpty) => {
  let catalogue: Catalogue;
  const list = (query: object) => catalogue.books.listAuthors(authorsQuery.parse(query));
  const namesOf = async (search: string) => (await list({ search })).items.map(({ name }) => name);

  beforeAll(async () => {
    catalogue = createCatalogue(await openEmpty());
    const names = [
      'Jean-Luc Ödön',
      'Ayşe Işık',
      'Ayşe Işık',
      "O'Neil, 100%",
      'İpek Kılıç',
      '村上春樹',
      '\u0301',
    ];
    for (const name of names) await catalogue.addBook({ author: { id: undefined, name } });
  });

  test('has those with the most books first, with how many they have, a page at a time', async () => {
    const { items, total } = await list({ items_per_page: 2 });
    expect(items.map(({ name, book_count }) => [name, book_count])).toEqual([
      ['Ayşe Işık', 2],
      ['Jean-Luc Ödön', 1],
    ]);
    expect(total).toBe(6);
    const last = await list({ items_per_page: 4, page: 2 });
    expect([last.items.length, last.total]).toEqual([2, 6]);
    expect(await list({ page: 2 })).toEqual({ items: [], total: 6 });
  });

  test.each<[string, string[]]>([
    ['isik', ['Ayşe Işık']],
    ['IŞIK ayse', ['Ayşe Işık']],
    ['Işık, Ayşe', ['Ayşe Işık']],
    ['a', ['Ayşe Işık']],
    ['sik', []],
    ['ayse odon', []],
    ['luc', ['Jean-Luc Ödön']],
    ['jean-l', ['Jean-Luc Ödön']],
    ["o'n", ["O'Neil, 100%"]],
    ['neil', ["O'Neil, 100%"]],
    ['100%', ["O'Neil, 100%"]],
    ['o', ['Jean-Luc Ödön', "O'Neil, 100%"]],
    ['%', []],
    ['ipek kilic', ['İpek Kılıç']],
    ['村', ['村上春樹']],
    ['a b c d e f g h i j k', []],
  ])('finds by %j %j', async (search, names) => {
    expect(await namesOf(search)).toEqual(names);
    expect((await list({ search })).total).toBe(names.length);
  });

  test('takes the longest name that unfolds to much more', async () => {
    const name = 'ﷺ'.repeat(500).slice(0, 499);
    await catalogue.addBook({ author: { id: undefined, name } });
    const long = 'ǆ'.repeat(500);
    await catalogue.addBook({ author: { id: undefined, name: long } });
    expect(await namesOf(long.slice(0, 200))).toEqual([long]);
  });

  test('keeps an author without books, behind all others', async () => {
    const book = await catalogue.addBook({ author: { id: undefined, name: 'Zoë Gone' } });
    await catalogue.books.remove(book.id, contextWith());
    expect((await list({ search: 'zoe' })).items).toEqual([
      { id: book.author.id, name: 'Zoë Gone', book_count: 0 },
    ]);
    expect((await list({ items_per_page: 100 })).items.at(-1)?.name).toBe('Zoë Gone');
  });

  test('finds the same where the words are so common that they are searched on a thread', async () => {
    const { kysely } = catalogue.database;
    const before = (await list({})).total;
    await kysely.transaction().execute(async (trx) => {
      for (let number = 1; number <= 1_020; number++) await authorNamed(trx, `Many Named ${number}`);
    });
    await kysely.updateTable('authors').set({ book_count: 7 }).where('name', '=', 'Many Named 400').execute();
    const { items, total } = await list({ search: 'named man', items_per_page: 2, page: 2 });
    expect([items.map(({ name }) => name), total]).toEqual([['Many Named 2', 'Many Named 3'], 1_020]);
    expect(await namesOf('many 400')).toEqual(['Many Named 400']);
    expect((await namesOf('many'))[0]).toBe('Many Named 400');
    expect((await list({})).total).toBe(before + 1_020);
  });
});
