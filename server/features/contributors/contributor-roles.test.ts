import { beforeAll, expect, test } from 'vitest';
import { type ContributorEntry, contributorsQuery } from '#contract/contributors/contributors';
import { contextWith, createCatalogue } from '#server/testing/factories';
import { eachDatabase } from '#server/testing/databases';
import { searchAll } from '#server/features/search/search';

eachDatabase('the list of contributors', async (openEmpty) => {
  const catalogue = createCatalogue(await openEmpty());
  const list = (query: object) => catalogue.books.authors.listPeople(contributorsQuery.parse(query));
  const namesIn = async (query: object) => (await list(query)).items.map(({ name }) => name);
  const rolesOf = ({ roles = [] }: ContributorEntry) =>
    roles.map(({ role, book_count }) => `${role} ${book_count}`).join();
  const contributorNamed = async (name: string) => {
    const [entry] = (await list({ search: name })).items;
    if (!entry) throw new Error(`No contributor has the name ${name}.`);
    return entry;
  };

  beforeAll(async () => {
    const books = [
      { author: 'Ursula K. Le Guin', narrator: 'Nora Vale, Bo Adler' },
      { author: 'Ursula K. Le Guin', narrator: 'Nora Vale' },
      { author: 'Ursula K. Le Guin', narrator: 'Vale, Nora' },
      { author: 'Bo Adler', narrator: 'Ursula K. Le Guin' },
    ];
    for (const { author, narrator } of books)
      await catalogue.addBook({ author: { id: undefined, name: author }, narrator });
    const { id } = await contributorNamed('guin');
    await catalogue.books.authors.changeContributor(
      { id, version: 1, sort_name: 'Le Guin, Ursula K.', other_names: ['Kröber', 'U. K. L.'] },
      contextWith(),
    );
  });

  test('returns the roles of people, those with the most books first', async () => {
    const { items, total } = await list({});
    expect([total, items.map((item) => [item.name, item.book_count, rolesOf(item)])]).toEqual([
      4,
      [
        ['Ursula K. Le Guin', 4, 'author 3,narrator 1'],
        ['Nora Vale', 2, 'narrator 2'],
        ['Bo Adler', 2, 'author 1,narrator 1'],
        ['Vale, Nora', 1, 'narrator 1'],
      ],
    ]);
    expect(items[0]).toMatchObject({ sort_name: 'Le Guin, Ursula K.', other_names: ['Kröber', 'U. K. L.'] });
    expect((await contributorNamed('vale nora')).similar).toMatchObject([
      { name: 'Vale, Nora', book_count: 1 },
    ]);
  });

  test.each<[object, string[]]>([
    [{ role: 'author' }, ['Ursula K. Le Guin', 'Bo Adler']],
    [{ role: 'narrator' }, ['Nora Vale', 'Ursula K. Le Guin', 'Bo Adler', 'Vale, Nora']],
    [
      { role: 'narrator', sort_by_field: 'book_count' },
      ['Ursula K. Le Guin', 'Bo Adler', 'Vale, Nora', 'Nora Vale'],
    ],
    [{ role: 'author', sort_by_field: 'name' }, ['Bo Adler', 'Ursula K. Le Guin']],
    [{ role: 'narrator', search: 'vale' }, ['Nora Vale', 'Vale, Nora']],
    [{ role: 'narrator', similar: '1', search: 'nora' }, ['Nora Vale', 'Vale, Nora']],
    [{ role: 'author', search: 'vale' }, []],
    [{ role: 'foreword' }, []],
    [
      { role: 'painter', sort_by_field: 'sort_name' },
      ['Bo Adler', 'Ursula K. Le Guin', 'Nora Vale', 'Vale, Nora'],
    ],
    [
      { sort_by_field: 'sort_name', sort_direction: 'desc' },
      ['Vale, Nora', 'Nora Vale', 'Ursula K. Le Guin', 'Bo Adler'],
    ],
    [{ search: 'krob' }, ['Ursula K. Le Guin']],
    [{ search: 'guin krober ursula' }, ['Ursula K. Le Guin']],
    [{ search: 'bo krober' }, []],
  ])('returns %j in order', async (query, names) => {
    expect(await namesIn(query)).toEqual(names);
    expect((await list(query)).total).toBe(names.length);
    const pages = [await namesIn({ ...query, items_per_page: 1 })];
    pages.push(await namesIn({ ...query, items_per_page: 1, page: 2 }));
    expect(pages.flat()).toEqual(names.slice(0, 2));
  });

  test('corrects typos in other names, which the command menu also finds', async () => {
    const { items, did_you_mean } = await list({ search: 'krobr' });
    expect([items[0]?.name, did_you_mean]).toEqual(['Ursula K. Le Guin', 'Kröber']);
    const [group] = await searchAll(catalogue.database, 'kro');
    expect(group).toMatchObject({
      kind: 'authors',
      items: [{ name: 'Ursula K. Le Guin', detail: 'Author, Narrator' }],
    });
  });

  test('forgets former other names', async () => {
    const { id, version = 0 } = await contributorNamed('guin');
    await catalogue.books.authors.changeContributor(
      { id, version, sort_name: '', other_names: ['Kroeber'] },
      contextWith(),
    );
    expect([await namesIn({ search: 'krob' }), await namesIn({ search: 'kroeb' })]).toEqual([
      [],
      ['Ursula K. Le Guin'],
    ]);
    expect((await namesIn({ sort_by_field: 'sort_name' })).at(-2)).toBe('Ursula K. Le Guin');
  });
});
