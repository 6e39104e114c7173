import { expect, test } from 'vitest';
import { MAX_GROUPS, analyticsGroupsQuery } from '#contract/analytics/analytics';
import type { ContributorRole } from '#contract/contributors/contributors';
import { createProjection } from '#server/features/catalogue-health/projection/projection';
import { eachDatabase } from '#server/testing/databases';
import { contextWith, createCatalogue, stagedFile } from '#server/testing/factories';
import { createAnalyticsGroups } from './analytics-groups.ts';

const context = contextWith();
const withAudio = contextWith({ audio: stagedFile('audio') });
/** The duration of the audio of a book in tests. */
const SECONDS = 90;

eachDatabase('analytics by author, narrator, series and imprint', async (openEmpty) => {
  const database = await openEmpty();
  const catalogue = createCatalogue(database);
  const report = createAnalyticsGroups(database, createProjection(database));

  const groups = async (query: object) => {
    const { items, total, remaining } = await report(analyticsGroupsQuery.parse(query));
    expect(remaining).toBe(0);
    return { total, items: items.map(({ name, books, seconds }) => [name, books, seconds]) };
  };
  const contributor = (name: string, role: ContributorRole) => ({ id: undefined, name, role });

  test('are empty without books', async () => {
    for (const by of ['author', 'narrator', 'series', 'imprint'])
      expect(await groups({ by })).toEqual({ total: 0, items: [] });
  });

  test('count each book in every group that contains it, the groups with the most books first', async () => {
    const { books, series, addCategory } = catalogue;
    const { code: category_code } = await addCategory('Sea');
    const salt = await books.create(
      {
        name: 'Salt',
        contributors: [
          contributor('Ada Marsh', 'author'),
          contributor('Bo Reed', 'author'),
          contributor('Cy Stone', 'narrator'),
          contributor('Ada Marsh', 'narrator'),
          contributor('Cy Stone', 'translator'),
        ],
        publisher: 'House',
        imprint: 'Blue',
        category_code,
        language: 1,
        is_backup: false,
      },
      withAudio,
    );
    const foam = await books.create(
      {
        name: 'Foam',
        author: { name: 'Bo Reed' },
        narrator: 'Cy Stone',
        publisher: 'House',
        imprint: 'Blue',
      },
      context,
    );
    await books.create(
      { name: 'Rain', author: { name: 'Bo Reed' }, publisher: 'House', imprint: 'Red' },
      withAudio,
    );
    await series.create({ title: 'Tides', books: [salt, foam].map(({ code }) => ({ code })) }, context);
    await series.create({ title: 'Weather', books: [{ code: foam.code }] }, context);
    await series.create({ title: 'Empty' }, context);

    expect(await groups({ by: 'author' })).toEqual({
      total: 2,
      items: [
        ['Bo Reed', 3, 2 * SECONDS],
        ['Ada Marsh', 1, SECONDS],
      ],
    });
    expect(await groups({ by: 'narrator' })).toEqual({
      total: 2,
      items: [
        ['Cy Stone', 2, SECONDS],
        ['Ada Marsh', 1, SECONDS],
      ],
    });
    expect((await groups({ by: 'series' })).items).toEqual([
      ['Tides', 2, SECONDS],
      ['Weather', 1, 0],
    ]);
    expect((await groups({ by: 'imprint' })).items).toEqual([
      ['Blue', 2, SECONDS],
      ['Red', 1, SECONDS],
    ]);
    for (const filter of [{ language: 'tr' }, { category_code }, { is_backup: '0' }]) {
      const { items } = await groups({ by: 'narrator', ...filter });
      expect(items.toSorted(([a], [b]) => String(a).localeCompare(String(b)))).toEqual([
        ['Ada Marsh', 1, SECONDS],
        ['Cy Stone', 1, SECONDS],
      ]);
      expect((await groups({ by: 'imprint', ...filter })).items).toEqual([['Blue', 1, SECONDS]]);
      expect((await groups({ by: 'series', ...filter })).items).toEqual([['Tides', 1, SECONDS]]);
      expect((await groups({ by: 'author', ...filter })).total).toBe(2);
    }
    expect(await groups({ by: 'narrator', category_code: 'none' })).toEqual({ total: 0, items: [] });
  });

  test('include the latest write to books, contributors, series and publishers', async () => {
    const { books, series, publishers } = catalogue;
    const { kysely } = database;
    const idOf = async (by: string, name: string) =>
      (await report(analyticsGroupsQuery.parse({ by }))).items.find((item) => item.name === name)?.id ?? 0;
    const foam = (await catalogue.list({ search: 'Foam' })).items[0]?.id ?? 0;
    await books.update({ id: foam, narrator: 'Dee Wood' }, withAudio);
    expect((await groups({ by: 'narrator' })).items).toContainEqual(['Dee Wood', 1, SECONDS]);
    await books.authors.changeContributor(
      { id: await idOf('narrator', 'Dee Wood'), version: 1, name: 'Dee Woods' },
      context,
    );
    expect((await groups({ by: 'narrator' })).items).toContainEqual(['Dee Woods', 1, SECONDS]);
    await series.update({ id: await idOf('series', 'Tides'), title: 'Tide', books: [] }, context);
    expect((await groups({ by: 'series' })).items).toEqual([['Weather', 1, SECONDS]]);
    const publisher = await kysely.selectFrom('publishers').select('id').executeTakeFirstOrThrow();
    const { imprints } = await publishers.get(publisher.id);
    await publishers.update(
      { id: publisher.id, imprints: imprints.map(({ id, name }) => ({ id, name: name.toUpperCase() })) },
      context,
    );
    expect((await groups({ by: 'imprint' })).items).toContainEqual(['BLUE', 2, 2 * SECONDS]);
    await books.remove(foam, context);
    expect((await groups({ by: 'series' })).items).toEqual([]);
    expect((await groups({ by: 'imprint' })).items).toContainEqual(['BLUE', 1, SECONDS]);
  });

  test('return the first groups and the number of all', async () => {
    for (let index = 0; index < MAX_GROUPS + 1; index += 1)
      await catalogue.addBook({ name: `Book ${index}`, narrator: `Narrator ${index}` });
    const { total, items } = await groups({ by: 'narrator' });
    expect([total, items.length]).toEqual([MAX_GROUPS + 3, MAX_GROUPS]);
  });
});
