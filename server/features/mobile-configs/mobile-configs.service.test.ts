import { beforeAll, expect, test } from 'vitest';
import { mobileConfigs as declaration } from '#contract/mobile-configs/mobile-configs';
import { eachDatabase } from '#server/testing/databases';
import { contextWith, createCatalogue } from '#server/testing/factories';
import { toMobileConfig } from './mobile-configs.presenter.ts';
import { mobileConfigsByIds } from './mobile-configs.repository.ts';

const context = contextWith();

eachDatabase('the mobile config service', async (openEmpty) => {
  const catalogue = createCatalogue(await openEmpty());
  let collections: number[];
  let stories: number[];
  let challenges: number[];
  let categories: number[];

  /** Inserts records with SQL, so that only configs are tested. */
  async function add(table: 'collections' | 'story_books' | 'challenges', title: string): Promise<number> {
    const common = {
      title,
      description: `About ${title}`,
      search_key: '',
      version: 1,
      created_at: '',
      updated_at: '',
    };
    const image = { image_key: `${title}.webp`, thumbnail_key: null };
    const own = {
      collections: image,
      story_books: {},
      challenges: { ...image, day_count: 7, is_active: 1 },
    };
    const { id } = await catalogue.database.kysely
      .insertInto(table)
      .values({ ...common, ...own[table] } as never)
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }
  const remove = (table: 'collections' | 'story_books', id: number) =>
    catalogue.database.kysely.deleteFrom(table).where('id', '=', id).execute();

  beforeAll(async () => {
    const three = ['A', 'B', 'C'];
    const make = async (table: 'collections' | 'story_books' | 'challenges') => {
      const ids: number[] = [];
      for (const name of three) ids.push(await add(table, `${table} ${name}`));
      return ids;
    };
    [collections, stories, challenges] = [
      await make('collections'),
      await make('story_books'),
      await make('challenges'),
    ];
    categories = [];
    for (const name of three) categories.push((await catalogue.addCategory(`Category ${name}`)).id);
  });

  const service = () => catalogue.mobileConfigs;
  const create = (input: object) => service().create(declaration.create.parse(input), context);
  const update = (input: object) => service().update(declaration.update.parse(input), context);
  const list = (query: object = {}) => service().list(declaration.query.parse(query));

  test('returns every type of block with its references, in the sent order', async () => {
    const [a = 0, b = 0, c = 0] = collections;
    const config = await create({
      title: 'Home',
      is_main_service: true,
      config: [
        { title: 'One', type: 'one_collection', data: { id: b } },
        { title: 'Many', type: 'list_collection', data: { items: [{ id: c }, { id: a }, { id: c }] } },
        { title: 'Story', type: 'story_book', data: stories[0] },
        { title: 'Days', type: 'challenges', data: { items: [challenges[1]] } },
        { title: 'Shelves', type: 'categories', data: { items: categories.map((id) => ({ id })) } },
      ],
    });
    const presentedItem = (id: number, name: string) => ({
      id,
      title: `collections ${name}`,
      description: `About collections ${name}`,
      image: `/media/collections ${name}.webp`,
    });
    expect(config).toEqual({
      id: config.id,
      title: 'Home',
      is_main_service: true,
      version: 1,
      updated_at: expect.any(String),
      config: [
        { title: 'One', type: 'one_collection', data: { item: presentedItem(b, 'B') } },
        {
          title: 'Many',
          type: 'list_collection',
          data: { items: [presentedItem(c, 'C'), presentedItem(a, 'A')] },
        },
        {
          title: 'Story',
          type: 'story_book',
          data: { item: { id: stories[0], title: 'story_books A', description: 'About story_books A' } },
        },
        {
          title: 'Days',
          type: 'challenges',
          data: {
            items: [
              {
                id: challenges[1],
                title: 'challenges B',
                description: 'About challenges B',
                day_count: 7,
                image: '/media/challenges B.webp',
              },
            ],
          },
        },
        {
          title: 'Shelves',
          type: 'categories',
          data: {
            items: ['A', 'B', 'C'].map((name, index) => ({
              id: categories[index],
              name: `Category ${name}`,
              code: `category-${name.toLowerCase()}`,
              image: null,
              type: 'category',
            })),
          },
        },
      ],
    });
    expect(await service().get(config.id)).toEqual(config);
    expect(await list({ search: 'HOME' })).toEqual({ items: [config], total: 1 });
    // A response can be sent back unchanged.
    expect((await update(config)).config).toEqual(config.config);
  });

  test('returns single books with author and duration, and rejects an unknown one', async () => {
    const first = await catalogue.books.create(
      { name: 'Alba', author: { name: 'Ana' }, duration: 60 },
      context,
    );
    const second = await catalogue.books.create({ name: 'Brisa', author: { name: 'Ben' } }, context);
    const data = { items: [{ id: second.id }, { id: first.id }] };
    const config = await create({ title: 'Picks', config: [{ title: 'Ours', type: 'books', data }] });
    const itemOf = ({ id, code, name, author, duration }: typeof first) => ({
      id,
      code,
      name,
      author: { name: author.name },
      duration,
      image: null,
    });
    expect(config.config).toEqual([
      { title: 'Ours', type: 'books', data: { items: [itemOf(second), itemOf(first)] } },
    ]);
    expect((await update(config)).config).toEqual(config.config);
    const unknown = { title: 'Ours', type: 'books', data: [999_999] };
    await expect(create({ title: 'Unknown', config: [unknown] })).rejects.toMatchObject({
      errors: { 'config.0.data': 'Block 1: no book with ID 999999.' },
    });
  });

  test.each<[string, (id: number) => unknown]>([
    ['a number', (id) => id],
    ['text', (id) => String(id)],
    ['an object with an id', (id) => ({ id: String(id) })],
    ['an object with an item', (id) => ({ item: { id } })],
    ['a list of numbers', (id) => [id, id]],
    ['a list of objects', (id) => [{ id, title: 'whatever' }]],
    ['items', (id) => ({ items: [id] })],
    ['JSON text', (id) => JSON.stringify({ id })],
  ])('reads a reference sent as %s', async (_what, wrap) => {
    const [id = 0] = collections;
    const { config } = await create({
      title: 'Spelled',
      config: [
        { title: 'One', type: 'one_collection', data: wrap(id) },
        { title: 'Many', type: 'list_collection', data: wrap(id) },
      ],
    });
    expect(config.map(({ data }) => data.item?.id ?? data.items?.map((item) => item.id))).toEqual([id, [id]]);
  });

  test('accepts a block without reference, and stores the first reference of a single one', async () => {
    const { config } = await create({
      title: 'Sparse',
      config: [
        { title: 'None', type: 'story_book' },
        { title: 'Empty', type: 'challenges', data: {} },
        { title: 'Two', type: 'one_collection', data: collections.toReversed() },
      ],
    });
    expect(config.map(({ data }) => data)).toMatchObject([
      { item: null },
      { items: [] },
      { item: { id: collections.at(-1) } },
    ]);
  });

  test('stores several configs for the main service, keeps absent keys, and replaces a sent config', async () => {
    const block = { title: 'One', type: 'one_collection', data: collections[0] };
    const first = await create({ title: 'First', is_main_service: true, config: [block] });
    const second = await create({ title: 'Second', is_main_service: '1' });
    expect([first.is_main_service, second.is_main_service]).toEqual([true, true]);
    expect((await create({ title: 'Third' })).is_main_service).toBe(false);
    const renamedConfig = await update({ id: first.id, title: 'Renamed' });
    expect(renamedConfig).toMatchObject({
      title: 'Renamed',
      is_main_service: true,
      config: first.config,
      version: 2,
    });
    expect((await update({ id: first.id, is_main_service: false })).title).toBe('Renamed');
    expect((await update({ id: first.id, config: [] })).config).toEqual([]);
    expect((await list({ search: 'first' })).total).toBe(0);
  });

  test('rejects new broken references, and removes stored ones without an error', async () => {
    const [remainingId = 0] = collections;
    const [deletedId, story] = [await add('collections', 'Gone'), await add('story_books', 'Gone')];
    const config = [
      { title: 'Story', type: 'story_book', data: story },
      { title: 'Many', type: 'list_collection', data: [deletedId, remainingId] },
    ];
    const before = await create({ title: 'Deleted from', config });
    await Promise.all([remove('collections', deletedId), remove('story_books', story)]);
    const response = await service().get(before.id);
    expect(response.config.map(({ data }) => data)).toMatchObject([
      { item: null },
      { items: [{ id: remainingId }] },
    ]);

    // The reference is rejected, because this config does not contain it. References of other configs and other tables do not count.
    await expect(create({ title: 'New', config })).rejects.toMatchObject({
      status: 422,
      errors: {
        'config.0.data': `Block 1: no story book with ID ${story}.`,
        'config.1.data': `Block 2: no collection with ID ${deletedId}.`,
      },
    });
    await expect(
      update({ id: before.id, config: [{ title: 'Other', type: 'challenges', data: [999_999] }] }),
    ).rejects.toMatchObject({
      errors: { 'config.0.data': 'Block 1: no challenge with ID 999999.' },
    });
    expect((await service().get(before.id)).version).toBe(1);

    const savedConfig = await update({ id: before.id, version: 1, config });
    expect(savedConfig.config).toEqual(response.config);
    // The removed reference is new when the same id is sent again.
    await expect(update({ id: before.id, config })).rejects.toMatchObject({ status: 422 });
  });

  test('runs one query per table for a page, however many blocks it has', async () => {
    for (let number = 0; number < 12; number++)
      await create({
        title: 'Full',
        config: collections.flatMap((id) => [
          { title: 'Many', type: 'list_collection', data: [id] },
          { title: 'Story', type: 'story_book', data: stories[0] },
          { title: 'Days', type: 'challenges', data: challenges },
        ]),
      });
    let queries = 0;
    const countingDb = catalogue.database.kysely.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        queries += 1;
        return result;
      },
    });
    const { items } = await list({ search: 'full', items_per_page: 12 });
    const page = await mobileConfigsByIds(
      countingDb,
      items.map(({ id }) => id),
    );
    expect(page.map(toMobileConfig)).toEqual(items);
    expect(page.flatMap(({ blocks }) => blocks)).toHaveLength(12 * 9);
    expect(queries).toBe(2 + 3);
  });
});
