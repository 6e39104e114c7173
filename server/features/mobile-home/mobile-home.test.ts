import { afterAll, expect, test, vi } from 'vitest';
import { limits } from '#contract/core/limits';
import { mobileHome } from '#contract/mobile-home/mobile-home';
import type { Book } from '#contract/books/books';
import { mobileConfigs } from '#contract/mobile-configs/mobile-configs';
import { eachDatabase } from '#server/testing/databases';
import { contextWith } from '#server/testing/factories';
import { openMobileHome } from '#server/testing/open-mobile-home';
import { createMobileHome } from './mobile-home.ts';

const context = contextWith();

eachDatabase('the home screen of an app', async (openEmpty) => {
  const database = await openEmpty();
  const { api, other, books, get, read, publish, codes, addCollection, addChallenge, addStory, close } =
    await openMobileHome(database);
  afterAll(close);

  test('returns errors for missing and unknown values, and allows all origins', async () => {
    expect(await get()).toMatchObject({
      status: 404,
      body: { success: false, message: 'No home screen for the main service yet.', data: null },
    });
    expect(await get({ service: 'radio' })).toMatchObject({
      status: 422,
      headers: { 'access-control-allow-origin': '*' },
      body: { success: false, errors: { service: 'The service must be main or backup.' } },
    });
    expect((await api.call('POST', '/api/mobile/home', { json: {} })).status).toBe(405);
    expect((await api.call('GET', '/api/books/list')).headers).not.toHaveProperty(
      'access-control-allow-origin',
    );
  });

  test('resolves every type of block to cards, in order', async () => {
    const [shared, mixed] = [
      await addCollection('Ana’s', codes(1, 0)),
      await addCollection('Mixed', codes(2, 0)),
    ];
    const challenge = await addChallenge('Three days', codes(2, 1, 0));
    const { story, book: storyBook } = await addStory(['Once', 'Twice']);
    const category = await api.services.categories.create({ name: 'Poems', code: undefined }, context);
    for (const name of ['Sonnets', 'Odes'])
      await api.services.subCategories.create(
        { name, code: undefined, category_code: category.code },
        context,
      );
    const config = await publish([
      ['one_collection', shared.id],
      ['list_collection', mixed.id, shared.id],
      ['challenges', challenge.id],
      ['story_book', story.id],
      ['categories', category.id],
    ]);

    const images = { image: null, thumbnail_url: null };
    const bookCard = (number: number) => {
      const { code, name, author, duration, reading_time, language } = books[number] as Book;
      const files = { image_url: null, thumbnail_url: null, audio_url: null };
      return { code, name, author: { name: author.name }, duration, reading_time, language, ...files };
    };
    const sharedCard = {
      kind: 'collection',
      id: shared.id,
      title: 'Ana’s',
      ...images,
      description: 'About Ana’s',
      author: { name: 'Ana' },
      duration: 180,
      book_count: 2,
      books: [bookCard(1), bookCard(0)],
    };
    const block = (type: string, ...cards: object[]) => ({
      title: `A block of ${type}`,
      type,
      card_count: cards.length,
      cards,
    });
    expect(await read()).toEqual({
      id: config.id,
      title: 'Home',
      service: 'main',
      updated_at: config.updated_at,
      blocks: [
        block('one_collection', sharedCard),
        block(
          'list_collection',
          {
            ...sharedCard,
            id: mixed.id,
            title: 'Mixed',
            description: 'About Mixed',
            author: null,
            duration: 300,
            books: [bookCard(2), bookCard(0)],
          },
          sharedCard,
        ),
        block('challenges', {
          kind: 'challenge',
          id: challenge.id,
          title: 'Three days',
          ...images,
          description: '',
          day_count: 3,
          author: null,
          duration: 420,
          book_count: 3,
          books: [2, 1, 0].map(bookCard),
        }),
        block('story_book', {
          kind: 'story_book',
          id: story.id,
          title: 'Story',
          ...images,
          description: '',
          author: { name: 'Teo' },
          duration: 30,
          item_count: 2,
          items: ['Once', 'Twice'].map((text, index) => ({
            book: { code: storyBook.code, name: 'Told' },
            chapter: { code: storyBook.chapters?.[0]?.code, name: 'First' },
            text,
            is_featured: index === 0,
          })),
        }),
        block('categories', {
          kind: 'category',
          id: category.id,
          title: 'Poems',
          ...images,
          code: 'poems',
          type: 'category',
          sub_categories: [
            { code: 'odes', name: 'Odes', type: 'sub_category' },
            { code: 'sonnets', name: 'Sonnets', type: 'sub_category' },
          ],
        }),
      ],
    });
  });

  test('returns the newest config of the requested service', async () => {
    const main = await publish([], true, 'Newest main');
    const backup = await publish([], false, 'Newest backup');
    expect((await get()).body.data).toMatchObject({ id: main.id, service: 'main', blocks: [] });
    expect(await read('backup')).toMatchObject({ id: backup.id, service: 'backup', title: 'Newest backup' });
    await api.services.mobileConfigs.remove(main.id, context);
    expect((await read()).title).toBe('Home');
  });

  test('skips deleted and inactive records, and blocks without content', async () => {
    const deletedCollection = await addCollection('Gone', codes(0));
    const visibleCollection = await addCollection('Kept', codes(0));
    const asleep = await addChallenge('Asleep', codes(0), false);
    const { story, book: storyBook } = await addStory(['Once']);
    await publish([
      ['one_collection', deletedCollection.id],
      ['list_collection', deletedCollection.id, visibleCollection.id],
      ['challenges', asleep.id],
      ['categories'],
      ['story_book', story.id],
    ]);
    await api.services.collections.remove(deletedCollection.id, context);
    await api.services.books.remove(storyBook.id, context);
    const { blocks } = await read();
    expect(blocks.map(({ cards }) => cards.map(({ title }) => title))).toEqual([['Kept'], ['Story']]);
    expect(blocks[0]?.card_count).toBe(1);
    expect(blocks[1]?.cards[0]).toMatchObject({ items: [], item_count: 0, author: null, duration: 0 });
  });

  test('returns a strong ETag, 304 for an unchanged one, and the writes of any process', async () => {
    const collection = await addCollection('Tagged', codes(0));
    await publish([['one_collection', collection.id]]);
    const first = await get();
    const etag = String(first.headers['etag']);
    expect(etag).toMatch(/^"[\w-]{43}"$/);
    expect(first.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'ETag',
      'cache-control': 'public, max-age=60, stale-while-revalidate=600, stale-if-error=86400',
      'content-type': 'application/json; charset=utf-8',
    });
    expect(first.headers).not.toHaveProperty('set-cookie');
    for (const tag of [etag, `W/${etag}`, `"old", ${etag}`, '*']) {
      const same = await get({}, { 'if-none-match': tag });
      expect([same.status, same.text, same.headers['etag']], tag).toEqual([304, '', etag]);
    }
    expect((await get({}, { 'if-none-match': '"old"' })).status).toBe(200);
    const head = await api.call('HEAD', '/api/mobile/home');
    expect([head.status, head.text, head.headers['etag']]).toEqual([200, '', etag]);
    expect(head.headers['content-length']).toBe(String(Buffer.byteLength(first.text)));

    // A write that does not affect the screen changes nothing; one that does is visible at once, for writes of any process.
    await other.services.categories.create({ name: 'Elsewhere', code: undefined }, context);
    expect((await get()).text).toBe(first.text);
    await other.services.books.update({ id: books[0]?.id ?? 0, name: 'Aurora' }, context);
    const changedResponse = await get({}, { 'if-none-match': etag });
    expect(changedResponse.status).toBe(200);
    expect(changedResponse.headers['etag']).not.toBe(etag);
    expect(changedResponse.text).toContain('Aurora');
    const [mine, theirs] = await Promise.all([get(), other.call('GET', '/api/mobile/home')]);
    expect(theirs.headers['etag']).toBe(mine.headers['etag']);
  });

  test('returns the books of a series in its order, only on request', async () => {
    const entries = [1, 0].map((number, index) => ({
      code: books[number]?.code ?? '',
      position: String(index + 1),
    }));
    const { id } = await api.services.series.create(
      { title: 'Cycle', description: 'In order', books: entries },
      context,
    );
    await publish([['series', id]]);
    expect((await get()).body.data.blocks).toEqual([]);
    const readBlocks = async () => {
      const { data } = (await get({ block_types: 'series' })).body;
      expect(mobileHome.parse(data)).toEqual(data);
      return data.blocks;
    };
    expect(await readBlocks()).toMatchObject([
      {
        type: 'series',
        cards: [
          {
            kind: 'series',
            id,
            title: 'Cycle',
            book_count: 2,
            duration: 180,
            books: entries.map(({ code }) => ({ code })),
          },
        ],
      },
    ]);
    await api.services.series.update({ id, books: entries.toReversed() }, context);
    const reversedBooks = entries.toReversed().map(({ code }) => ({ code }));
    expect(await readBlocks()).toMatchObject([{ cards: [{ books: reversedBooks }] }]);
    const { home_screens, references } = await api.services.series.life.references(database.kysely, id);
    expect(home_screens).toMatchObject([{ block: 'A block of series' }]);
    expect(references).toMatchObject([{ kind: 'mobile-configs', total: 1 }]);
  });

  test('returns single books only on request, and the other blocks unchanged', async () => {
    const collection = await addCollection('Beside books', codes(0));
    const [first, , third] = books;
    const config = await publish([['one_collection', collection.id]]);
    const before = await get();
    const withBooks = {
      id: config.id,
      config: [
        { title: 'Picks', type: 'books', data: { items: [{ id: third?.id }, { id: first?.id }] } },
        { title: 'A block of one_collection', type: 'one_collection', data: { id: collection.id } },
      ],
    };
    const savedConfig = await api.services.mobileConfigs.update(
      mobileConfigs.update.parse(withBooks),
      context,
    );
    const plain = await get();
    expect(plain.body.data).toEqual({ ...before.body.data, updated_at: savedConfig.updated_at });
    expect(plain.text).toBe(before.text.replace(String(config.updated_at), String(savedConfig.updated_at)));
    expect((await get({ block_types: '' })).text).toBe(plain.text);
    expect((await get({ block_types: 'carousel' })).text).toBe(plain.text);

    const filteredResponse = await get({ block_types: 'carousel, books,books' });
    expect(filteredResponse.status).toBe(200);
    expect(mobileHome.parse(filteredResponse.body.data)).toEqual(filteredResponse.body.data);
    expect(filteredResponse.headers['etag']).not.toBe(plain.headers['etag']);
    expect(filteredResponse.body.data.blocks.map(({ type }: { type: string }) => type)).toEqual([
      'books',
      'one_collection',
    ]);
    const card = ({ id, code, name, author, duration, reading_time, language }: Book) => ({
      kind: 'book',
      id,
      title: name,
      image: null,
      thumbnail_url: null,
      code,
      author: { name: author.name },
      duration,
      reading_time,
      language,
      audio_url: null,
    });
    const current = await Promise.all([third, first].map((book) => api.services.books.get(book?.id ?? 0)));
    expect(filteredResponse.body.data.blocks[0]).toEqual({
      title: 'Picks',
      type: 'books',
      card_count: 2,
      cards: current.map(card),
    });
    expect(
      (await get({ block_types: 'books' }, { 'if-none-match': String(plain.headers['etag']) })).status,
    ).toBe(200);
    expect((await get({}, { 'if-none-match': String(filteredResponse.headers['etag']) })).status).toBe(200);
    const etag = String(filteredResponse.headers['etag']);
    expect((await get({ block_types: 'books' }, { 'if-none-match': etag })).status).toBe(304);
  });

  test('removes a deleted book from its block, and restores it there', async () => {
    const pickedBook = await api.services.books.create({ name: 'Picked', author: { name: 'Ana' } }, context);
    await publish([['books', pickedBook.id, books[0]?.id ?? 0]]);
    const titles = async () => {
      const { body } = await get({ block_types: 'books' });
      return body.data.blocks[0].cards.map(({ title }: { title: string }) => title);
    };
    const before = await titles();
    expect(before[0]).toBe('Picked');
    await api.services.books.remove(pickedBook.id, context);
    expect(await titles()).toEqual(before.slice(1));
  });

  test('is described in the API reference', async () => {
    const { body } = await api.call('GET', '/api/openapi.json');
    const { get: call } = body.paths['/mobile/home'];
    expect(call.security).toEqual([]);
    expect(call.parameters).toMatchObject([
      { name: 'service', in: 'query', description: expect.stringContaining('`main` (the default)') },
      { name: 'block_types', in: 'query', description: expect.stringContaining('`books`') },
      { name: 'at', in: 'query', description: expect.stringContaining('at this time') },
      { name: 'release', in: 'query', description: expect.stringContaining('this release') },
      { name: 'language', in: 'query', description: expect.stringContaining('Returns only books') },
      { name: 'country', in: 'query', description: expect.stringContaining('UTC') },
      { name: 'If-None-Match', in: 'header' },
    ]);
    expect(Object.keys(call.responses)).toEqual(expect.arrayContaining(['200', '304', '404', '422']));
    expect(JSON.stringify(body.components.schemas.HomeScreen)).toContain('inactive challenges');
  });

  test('runs one query when nothing was written', async () => {
    let queries = 0;
    const kysely = database.kysely.withPlugin({
      transformQuery({ node }) {
        queries += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const reads = vi.fn<() => typeof kysely>(() => kysely);
    const home = createMobileHome({ reads });
    const first = await home('main');
    // The state and the home screen are read from the same database.
    expect(reads).toHaveBeenCalledTimes(1);
    const queriesBefore = queries;
    const again = await Promise.all([home('main'), home('main')]);
    expect(again).toEqual([first, first]);
    // The plugin counts queries when they are built, and the repeated query is built once.
    expect(queries - queriesBefore).toBeLessThanOrEqual(1);
  });

  test('limits the size of a response, and returns the totals', async () => {
    const many = [];
    for (let number = 0; number < limits.maxHomeBooks + 5; number++)
      many.push((await api.services.books.create({ name: `Book ${number}` }, context)).code);
    const long = await addCollection('Long', many);
    const ids = [long.id];
    for (let number = 0; number <= limits.maxHomeCards; number++)
      ids.push((await addCollection(`Collection ${number}`, many)).id);
    const { story } = await addStory([
      'x'.repeat(limits.maxHomeTextLength),
      'y'.repeat(limits.maxHomeTextLength + 1),
    ]);
    await publish([
      ['story_book', story.id],
      ['list_collection', ...ids],
    ]);
    const { blocks } = await read();
    const [storyBook, listed] = blocks.map(({ cards }) => cards);
    const texts =
      storyBook?.flatMap((card) => ('items' in card ? card.items.map(({ text }) => text) : [])) ?? [];
    expect(texts.map((text) => [text.length, text.at(-1)])).toEqual([
      [limits.maxHomeTextLength, 'x'],
      [limits.maxHomeTextLength + 1, '…'],
    ]);
    expect(listed).toHaveLength(limits.maxHomeCards);
    expect(blocks[1]?.card_count).toBe(limits.maxHomeCards + 2);
    const lists = listed?.flatMap((card) => ('books' in card ? [card] : [])) ?? [];
    expect(lists[0]?.books.map(({ code }) => code)).toEqual(many.slice(0, limits.maxHomeBooks));
    expect(new Set(lists.map(({ book_count }) => book_count))).toEqual(new Set([many.length]));
    const bookCount = lists.reduce((sum, card) => sum + card.books.length, 0);
    expect(bookCount + texts.length).toBe(limits.maxHomeEntries);
  });
});
