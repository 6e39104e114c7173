import { beforeAll, expect, test } from 'vitest';
import { authorsQuery } from '#contract/contributors/authors';
import { authorNamed } from '#server/features/books/book-authors';
import { contextWith, createCatalogue } from '#server/testing/factories';
import { eachDatabase } from '#server/testing/databases';

eachDatabase('the list of authors', async (openEmpty) => {
  const catalogue = createCatalogue(await openEmpty());
  const list = (query: object) => catalogue.books.authors.list(authorsQuery.parse(query));
  const namesOf = async (search: string) => (await list({ search })).items.map(({ name }) => name);

  beforeAll(async () => {
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

  test('returns authors with the most books first, with their number of books, in pages', async () => {
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
  ])('finds authors by %j %j', async (search, names) => {
    expect(await namesOf(search)).toEqual(names);
    expect((await list({ search })).total).toBe(names.length);
  });

  test('accepts the longest name, which is folded to a much longer one', async () => {
    const name = 'ﷺ'.repeat(500).slice(0, 499);
    await catalogue.addBook({ author: { id: undefined, name } });
    const long = 'ǆ'.repeat(500);
    await catalogue.addBook({ author: { id: undefined, name: long } });
    expect(await namesOf(long.slice(0, 200))).toEqual([long]);
  });

  test('excludes an author after the delete of the last book, and includes it after a restore', async () => {
    const author = { id: undefined, name: 'Zoë Gone' };
    const [first, second] = [await catalogue.addBook({ author }), await catalogue.addBook({ author })];
    await catalogue.books.update({ id: first.id, author: { id: undefined, name: 'Other' } }, contextWith());
    expect((await list({ search: 'zoe' })).items).toMatchObject([{ name: 'Zoë Gone', book_count: 1 }]);
    await catalogue.books.remove(second.id, contextWith());
    expect(await list({ search: 'zoe' })).toEqual({ items: [], total: 0 });
    const { kysely } = catalogue.database;
    expect(await kysely.selectFrom('authors').select('id').where('name', '=', 'Zoë Gone').execute()).toEqual(
      [],
    );
    await kysely.transaction().execute(async (trx) => {
      const row = await trx.deleteFrom('trash').returningAll().executeTakeFirstOrThrow();
      await catalogue.books.life.restore(trx, row, async () => undefined);
    });
    expect((await catalogue.books.get(second.id)).author.name).toBe('Zoë Gone');
    expect((await list({ search: 'zoe' })).items).toMatchObject([{ name: 'Zoë Gone', book_count: 1 }]);
  });

  test('returns authors with similar names, each with the others, by name or by number of books', async () => {
    for (const name of ['Tolkien, J. R. R.', 'JRR Tolkien', 'JRR Tolkien', 'Ann Ab', 'Anna B'])
      await catalogue.addBook({ author: { id: undefined, name } });
    const { items, total } = await list({ similar: 1, search: 'tolk' });
    expect(total).toBe(2);
    expect(
      items.map(({ name, book_count, similar }) => [name, book_count, similar?.map((item) => item.name)]),
    ).toEqual([
      ['JRR Tolkien', 2, ['Tolkien, J. R. R.']],
      ['Tolkien, J. R. R.', 1, ['JRR Tolkien']],
    ]);
    const sortedAuthors = (await list({ similar: 'true', sort_by_field: 'name', sort_direction: 'DESC' }))
      .items;
    expect(sortedAuthors.map(({ name }) => name)).toEqual(['Tolkien, J. R. R.', 'JRR Tolkien']);
    const all = (await list({ sort_by_field: 'name', items_per_page: 100 })).items.map(({ name }) => name);
    expect([
      all.indexOf('Ann Ab') < all.indexOf('İpek Kılıç'),
      all.indexOf('İpek Kılıç') < all.indexOf('Other'),
    ]).toEqual([true, true]);
  });

  test('returns the same result for frequent words, which are searched in a thread', async () => {
    const { kysely } = catalogue.database;
    const before = (await list({})).total;
    await kysely.transaction().execute(async (trx) => {
      for (let number = 1; number <= 1_020; number++) await authorNamed(trx, `Many Named ${number}`);
    });
    await kysely
      .updateTable('authors')
      .set({ book_count: 1 })
      .where('name', 'like', 'Many Named %')
      .execute();
    await kysely.updateTable('authors').set({ book_count: 7 }).where('name', '=', 'Many Named 400').execute();
    const { items, total } = await list({ search: 'named man', items_per_page: 2, page: 2 });
    expect([items.map(({ name }) => name), total]).toEqual([['Many Named 2', 'Many Named 3'], 1_020]);
    expect(await namesOf('many 400')).toEqual(['Many Named 400']);
    expect((await namesOf('many'))[0]).toBe('Many Named 400');
    expect((await list({})).total).toBe(before + 1_020);
  });
});
