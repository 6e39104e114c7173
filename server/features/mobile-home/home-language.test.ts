import { afterAll, expect, test } from 'vitest';
import { type MobileHome, mobileHome } from '#contract/mobile-home/mobile-home';
import { type HomePreview, homePreview } from '#contract/mobile-home/home-preview';
import type { BlockType } from '#contract/mobile-configs/block-types';
import { eachDatabase } from '#server/testing/databases';
import { contextWith } from '#server/testing/factories';
import { openMobileHome } from '#server/testing/open-mobile-home';
import { createMobileHome } from './mobile-home.ts';

const context = contextWith();

eachDatabase('the home screen of an app in one language', async (openEmpty) => {
  const database = await openEmpty();
  const { api, books, get, publish, codes, addCollection, addChallenge, addStory, close } =
    await openMobileHome(database);
  afterAll(close);

  const titlesOf = ({ blocks }: Pick<MobileHome, 'blocks'>) =>
    blocks.map(({ cards }) => cards.map(({ title }) => title));

  /** Publishes a home screen with records of one and of several languages. */
  async function publishLanguages() {
    const add = (name: string, language: number) =>
      api.services.books.create(
        { name, author: { name: `Author of ${name}` }, duration: 30, language, is_backup: true },
        context,
      );
    const [turkish, second] = [await add('Deniz', 1), await add('Kum', 1)];
    const mixedCollection = await addCollection('Both', [...codes(0), turkish.code, second.code]);
    const spanish = await addCollection('Spanish', codes(1, 2));
    const empty = await addCollection('Empty', []);
    const challenge = await addChallenge('Days', [...codes(2), second.code]);
    const { story } = await addStory(['Once']);
    const category = await api.services.categories.create({ name: 'Verses', code: undefined }, context);
    await publish([
      ['one_collection', spanish.id],
      ['list_collection', spanish.id, mixedCollection.id, empty.id],
      ['challenges', challenge.id],
      ['story_book', story.id],
      ['categories', category.id],
      ['books', books[1]?.id ?? 0, turkish.id],
    ]);
    return { turkish, second, mixed: mixedCollection, spanish, empty, challenge, story };
  }

  test('returns only its books, with their counts, and omits the other cards', async () => {
    await publishLanguages();
    const all = await get({ block_types: 'books' });
    const turkish = await get({ block_types: 'books', language: 'TR' });
    expect(mobileHome.parse(turkish.body.data)).toEqual(turkish.body.data);
    expect(titlesOf(turkish.body.data)).toEqual([['Both'], ['Days'], ['Verses'], ['Deniz']]);
    const [lists, days] = (turkish.body.data as MobileHome).blocks;
    expect(lists).toMatchObject({
      card_count: 1,
      cards: [{ book_count: 2, duration: 60, author: null, books: [{ name: 'Deniz' }, { name: 'Kum' }] }],
    });
    expect(days?.cards).toMatchObject([
      {
        day_count: 3,
        book_count: 1,
        duration: 30,
        author: { name: 'Author of Kum' },
        books: [{ name: 'Kum' }],
      },
    ]);
    // The text item is of an English book. Other languages and unknown ones have no books.
    expect(titlesOf((await get({ language: '3' })).body.data)).toEqual([['Story'], ['Verses']]);
    for (const language of ['2', 'zz', '999999999', '[object Object]'])
      expect(titlesOf((await get({ language })).body.data), language).toEqual([['Verses']]);
    // Each language has its entity tag, and a blank value has no effect.
    expect(new Set([all, turkish, await get()].map(({ headers }) => headers['etag'])).size).toBe(3);
    expect((await get({ language: '' })).text).toBe((await get()).text);
    const etag = String(turkish.headers['etag']);
    const again = await get({ block_types: 'books', language: '1' }, { 'if-none-match': etag });
    expect(again.status).toBe(304);
  });

  test('lists the hidden records in a preview', async () => {
    const { turkish, second, mixed, spanish, empty, challenge, story } = await publishLanguages();
    const inactive = await addChallenge('Off', codes(0), false);
    const token = await api.tokenFor([]);
    const block = (type: BlockType, ...ids: number[]) => ({ title: '', type, data: { items: ids } });
    const json = {
      is_main_service: true,
      language: 1,
      config: [
        block('one_collection', spanish.id),
        block('list_collection', mixed.id, empty.id),
        block('challenges', challenge.id, inactive.id),
        block('story_book', story.id),
        block('books', books[1]?.id ?? 0, turkish.id),
      ],
    };
    const { status, body } = await api.call('POST', '/api/mobile/home/preview', { token, json });
    expect([status, body.message]).toEqual([200, 'OK']);
    expect(homePreview.parse(body.data)).toEqual(body.data);
    const { blocks, issues } = body.data as HomePreview;
    expect(titlesOf({ blocks })).toEqual([[], ['Both'], ['Days'], [], ['Deniz']]);
    const listedIssues = issues.map(({ kind, block: position, record, book_ids }) => [
      kind,
      position,
      ...(record ? [record.title] : []),
      ...book_ids,
    ]);
    expect(listedIssues).toEqual([
      ['block_empty', 1],
      ['no_books_in_language', 1, 'Spanish'],
      ['books_of_backup_service', 2, 'Both', turkish.id, second.id],
      ['no_books_in_language', 2, 'Empty'],
      ['books_of_backup_service', 3, 'Days', second.id],
      ['challenge_inactive', 3, 'Off'],
      ['block_empty', 4],
      ['no_books_in_language', 4, 'Story'],
      ['no_books_in_language', 5, books[1]?.name],
      ['books_of_backup_service', 5, 'Deniz', turkish.id],
    ]);
  });

  test('is cached up to a size, unknown languages together', async () => {
    await publishLanguages();
    const home = createMobileHome(database);
    const [first, ...others] = [
      await home('main', [], { language: 5 }),
      await home('main', [], { language: 77 }),
      await home('main', [], { language: 0 }),
    ];
    for (const unknown of others) expect(unknown).toBe(first);
    const turkish = await home('main', [], { language: 1 });
    expect(turkish).not.toBe(first);
    expect(await home('main', [], { language: 5 })).toBe(first);
    const small = createMobileHome(database, turkish?.json.length);
    const before = await small('main', [], { language: 5 });
    expect(await small('main', [], { language: 5 })).toBe(before);
    await small('main', [], { language: 1 });
    const rebuilt = await small('main', [], { language: 5 });
    expect(rebuilt).toEqual(before);
    expect(rebuilt).not.toBe(before);
  });
});
