import { afterAll, expect, test } from 'vitest';
import { type HomePreview, homePreview } from '#contract/mobile-home/home-preview';
import { eachDatabase } from '#server/testing/databases';
import { contextWith } from '#server/testing/factories';
import { openMobileHome } from '#server/testing/open-mobile-home';
import { makeImage } from '#server/testing/media-files';

const context = contextWith();

eachDatabase('a preview of a home screen', async (openEmpty) => {
  const { api, books, read, publish, codes, addCollection, addChallenge, addStory, close } =
    await openMobileHome(await openEmpty());
  afterAll(close);

  const preview = async (json: object) => {
    const token = await api.tokenFor([]);
    const { status, body } = await api.call('POST', '/api/mobile/home/preview', { token, json });
    expect([status, body.message]).toEqual([200, 'OK']);
    expect(homePreview.parse(body.data)).toEqual(body.data);
    return body.data as HomePreview;
  };

  test('returns the content of apps with the cover of a story book, and stores nothing', async () => {
    const { story, book: storyBook } = await addStory(['Once']);
    const editor = await api.tokenFor(['books:edit']);
    const image = { bytes: await makeImage('png'), name: 'cover.png' };
    const form = { id: String(storyBook.id), image };
    expect((await api.call('POST', '/api/books/update', { token: editor, form })).status).toBe(200);
    const sharedCollection = await addCollection('Shared', codes(0, 1));
    const config = [
      { title: '', type: 'story_book', data: { item: { id: story.id } } },
      { title: 'Lists', type: 'list_collection', data: { items: [{ id: sharedCollection.id }] } },
    ];
    const { blocks } = await preview({ is_main_service: true, config });
    const { id } = await publish([
      ['story_book', story.id],
      ['list_collection', sharedCollection.id],
    ]);
    const home = await read();
    expect(home.id).toBe(id);
    expect(blocks.map(({ cards }) => cards)).toEqual(home.blocks.map(({ cards }) => cards));
    expect(blocks[0]?.cards[0]?.image).toMatch(/^\/media\//);
    expect(blocks.map(({ title }) => title)).toEqual(['', 'Lists']);
  });

  test('lists content that apps would not show, and books missing in the main service', async () => {
    const main = await api.services.books.create({ name: 'Main', is_backup: false }, context);
    const mixedCollection = await addCollection('Mixed', [...codes(0), main.code, ...codes(1)]);
    const fine = await addCollection('Fine', [main.code]);
    const idle = await addChallenge('Idle', codes(2), false);
    const config = [
      {
        title: 'One',
        type: 'list_collection',
        data: { items: [{ id: mixedCollection.id }, { id: fine.id }] },
      },
      { title: 'Two', type: 'challenges', data: { items: [{ id: idle.id }] } },
      { title: 'Three', type: 'one_collection', data: { item: { id: 987_654 } } },
      { title: 'Four', type: 'categories', data: { items: [] } },
    ];
    const { issues } = await preview({ is_main_service: true, config });
    const noBooks = { book_count: 0, book_ids: [] };
    expect(issues).toEqual([
      {
        kind: 'books_of_backup_service',
        block: 1,
        record: { resource: 'collections', id: mixedCollection.id, title: 'Mixed' },
        book_count: 2,
        book_ids: [books[0]?.id, books[1]?.id],
      },
      { kind: 'block_empty', block: 2, record: null, ...noBooks },
      {
        kind: 'challenge_inactive',
        block: 2,
        record: { resource: 'challenges', id: idle.id, title: 'Idle' },
        ...noBooks,
      },
      { kind: 'block_empty', block: 3, record: null, ...noBooks },
      { kind: 'block_empty', block: 4, record: null, ...noBooks },
    ]);
    const { issues: ofBackup } = await preview({ config: config.slice(0, 1) });
    expect(ofBackup).toEqual([]);
  });

  test('shows blocks of books without a request for them, and lists those of the backup service', async () => {
    const main = await api.services.books.create({ name: 'In main', is_backup: false }, context);
    const [backup] = books;
    const items = [{ id: main.id }, { id: backup?.id }, { id: 987_654 }];
    const config = [
      { title: 'Picks', type: 'books', data: { items } },
      { title: 'None', type: 'books', data: { items: [] } },
    ];
    const { blocks, issues } = await preview({ is_main_service: true, config });
    expect(blocks.map(({ card_count, cards }) => [card_count, cards.map(({ id }) => id)])).toEqual([
      [2, [main.id, backup?.id]],
      [0, []],
    ]);
    expect(issues).toEqual([
      {
        kind: 'books_of_backup_service',
        block: 1,
        record: { resource: 'books', id: backup?.id, title: expect.any(String) },
        book_count: 1,
        book_ids: [backup?.id],
      },
      { kind: 'block_empty', block: 2, record: null, book_count: 0, book_ids: [] },
    ]);
    expect((await preview({ is_main_service: false, config: config.slice(0, 1) })).issues).toEqual([]);
  });

  test('requires an account, and rejects an invalid home screen', async () => {
    const call = (options: object) => api.call('POST', '/api/mobile/home/preview', options);
    expect((await call({ json: { config: [] } })).status).toBe(401);
    const token = await api.tokenFor([]);
    expect((await call({ token, json: { config: [{ title: 'A', type: 'poem', data: [] }] } })).status).toBe(
      422,
    );
    expect((await call({ token, json: {} })).status).toBe(422);
  });
});
