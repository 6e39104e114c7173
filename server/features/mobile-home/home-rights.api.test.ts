import { afterAll, expect, test } from 'vitest';
import { addDays, toDay } from '#contract/analytics/periods';
import { parseRights, isAllowed } from '#contract/books/rights';
import { allPermissions } from '#contract/core/permissions';
import { type HomePreview, homePreview } from '#contract/mobile-home/home-preview';
import { type HomeCard, type MobileHome, mobileHome } from '#contract/mobile-home/mobile-home';
import { eachDatabase } from '#server/testing/databases';
import { openTestApp } from '#server/testing/open-test-app';
import { seed } from '#server/testing/seed';
import { randomFrom } from '../../../bench/random.ts';

const today = toDay(new Date());
const [yesterday, tomorrow] = [addDays(today, -1), addDays(today, 1)];

eachDatabase('the home screen of a country', async (openEmpty) => {
  const api = await openTestApp(await openEmpty());
  const token = await api.tokenFor(allPermissions);
  afterAll(() => api.close());

  const post = async (path: string, json: object) => {
    const { status, body } = await api.call('POST', `/api${path}`, { token, json });
    expect([path, status < 300, body.errors ?? {}]).toEqual([path, true, {}]);
    return body.data;
  };
  const addBook = (fields: object) => post('/books/create', { name: 'Book', duration: 60, ...fields });
  const get = (query: Record<string, string> = {}) => api.call('GET', '/api/mobile/home', { query });
  const block = (type: string, ...ids: number[]) => ({
    title: type,
    type,
    data: { items: ids.map((id) => ({ id })) },
  });
  const publish = (config: object[], is_main_service = true) =>
    post('/books/mobile-configs', { title: 'Home', is_main_service, config });
  async function cardsIn(query: Record<string, string>): Promise<HomeCard[][]> {
    const { status, body } = await get({ block_types: 'books,series', ...query });
    expect([status, mobileHome.parse(body.data)]).toEqual([200, body.data]);
    return (body.data as MobileHome).blocks.map(({ cards }) => cards);
  }
  const titlesIn = async (query: Record<string, string>) =>
    (await cardsIn(query)).map((cards) => cards.map(({ title }) => title));

  /** Publishes books with and without rights, alone and in every type of list. */
  async function publishLists() {
    const free = await addBook({ name: 'Free' });
    const german = await addBook({ name: 'German', rights: 'DACH' });
    const embargoedBook = await addBook({ name: 'Embargoed', embargo_date: tomorrow });
    const collection = await post('/books/collections', {
      title: 'Mixed',
      description: '',
      book_codes: [free.code, german.code, embargoedBook.code],
    });
    const empty = await post('/books/collections', { title: 'Empty', description: '', book_codes: [] });
    const hiddenCollection = await post('/books/collections', {
      title: 'Hidden',
      description: '',
      book_codes: [german.code],
    });
    const series = await post('/series/create', {
      title: 'Series',
      books: [{ code: german.code, position: '1' }],
    });
    const challenge = await post('/books/challenges', {
      title: 'Days',
      description: 'Two days',
      day_count: 2,
      is_active: true,
      items: [free, german].map(({ code }, order_index) => ({ book_code: code, order_index })),
    });
    const config = [
      block('one_collection', hiddenCollection.id),
      block('list_collection', collection.id, empty.id, hiddenCollection.id),
      block('series', series.id),
      block('challenges', challenge.id),
      block('books', free.id, german.id, embargoedBook.id),
    ];
    await publish(config);
    return { config, free, german, embargoedBook };
  }

  test('omits books that may not be shown there today, and records with only such books', async () => {
    await publishLists();
    expect(await titlesIn({ country: 'tr' })).toEqual([['Mixed', 'Empty'], ['Days'], ['Free']]);
    const [[mixed], [days]] = (await cardsIn({ country: 'TR' })) as [HomeCard[], HomeCard[]];
    expect(mixed).toMatchObject({ book_count: 1, duration: 60, books: [{ name: 'Free' }] });
    expect(days).toMatchObject({ book_count: 1, books: [{ name: 'Free' }] });
    const german = await cardsIn({ country: 'AT' });
    expect(german.flat().map(({ title }) => title)).toEqual([
      'Hidden',
      'Mixed',
      'Empty',
      'Hidden',
      'Series',
      'Days',
      'Free',
      'German',
    ]);
    expect(german[1]?.[0]).toMatchObject({ book_count: 2 });
    const all = await cardsIn({});
    expect(all[1]?.[0]).toMatchObject({ book_count: 3 });
    expect(all.at(-1)).toHaveLength(3);
  });

  test('is the same without rights, and rejects unknown countries', async () => {
    const book = await addBook({ name: 'Plain' });
    const collection = await post('/books/collections', {
      title: 'All',
      description: '',
      book_codes: [book.code],
    });
    await publish([block('list_collection', collection.id), block('books', book.id)]);
    const plain = await get({ block_types: 'books' });
    for (const country of ['', 'TR', 'us'])
      expect((await get({ block_types: 'books', country })).text, country).toBe(plain.text);
    for (const country of ['XX', 'EU', 'WORLD', 'Germany'])
      expect(await get({ country })).toMatchObject({
        status: 422,
        body: { errors: { country: 'Must be an ISO 3166-1 alpha-2 country code, such as TR' } },
      });
  });

  test('omits text items of story books', async () => {
    const book = await addBook({ name: 'Told', rights: 'DE' });
    const { chapters } = await api.services.books.replaceChapters(
      book.id,
      [{ name: 'One', duration: 10, text_items: [{ text: 'Once' }] }],
      { authorize: async () => undefined },
    );
    const story = await post('/books/story-books', {
      title: 'Story',
      description: '',
      story_items: [
        {
          book_code: book.code,
          chapter_code: chapters?.[0]?.code,
          text_item_code: chapters?.[0]?.text_items[0]?.code,
          is_featured: false,
        },
      ],
    });
    await publish([block('story_book', story.id)]);
    expect(await titlesIn({ country: 'DE' })).toEqual([['Story']]);
    expect(await titlesIn({ country: 'TR' })).toEqual([]);
  });

  test('follows every change of the rights of a book', async () => {
    const book = await addBook({ name: 'Changing' });
    await publish([block('books', book.id)]);
    const isShown = async () => (await titlesIn({ country: 'TR' })).length > 0;
    const states = [await isShown()];
    for (const rights of [
      'DE',
      'DE; TR',
      `TR ..${yesterday}`,
      `TR ${today}..${today}`,
      `TR ${tomorrow}..`,
      '',
    ]) {
      const response = await api.call('POST', '/api/books/update', { token, json: { id: book.id, rights } });
      states.push(await isShown());
      if (rights !== '') continue;
      await post(`/audit-log/${String(response.headers['x-audit-log-entry'])}/undo`, {});
      states.push(await isShown());
    }
    expect(states).toEqual([true, false, true, false, true, false, true, false]);
  });

  test('selects the same books as the rights in the contract, for random rights', async () => {
    const random = randomFrom(seed);
    const pick = <Item>(list: readonly Item[]) => list[random(list.length)] as Item;
    const texts = Array.from({ length: 60 }, () =>
      Array.from({ length: random(3) }, () => {
        const territory = pick(['TR', 'DE', 'NO', 'US', 'WORLD -TR', 'WORLD', 'EU', 'EEA -DE', 'TR DE']);
        const period = pick([
          '',
          `${today}..`,
          `${tomorrow}..`,
          `..${today}`,
          `..${yesterday}`,
          `${yesterday}..${tomorrow}`,
        ]);
        return `${territory} ${period} ${pick(['', '', 'main', 'backup'])}`;
      }),
    ).map((rights) => [...new Set(rights)].join('; '));
    const books: { id: number; name: string; text: string }[] = [];
    for (const [index, text] of texts.entries())
      books.push({ text, ...(await addBook({ name: `Random ${index}`, rights: text })) });
    for (const service of ['main', 'backup'] as const) {
      // An app receives the first 20 cards.
      for (const batch of [books.slice(0, 20), books.slice(20, 40), books.slice(40)]) {
        await publish([block('books', ...batch.map(({ id }) => id))], service === 'main');
        for (const country of ['TR', 'DE', 'NO', 'US']) {
          const expected = batch
            .filter(({ text }) => isAllowed(parseRights(text), { country, day: today, service }))
            .map(({ name }) => name);
          expect((await titlesIn({ country, service })).flat(), `${service} ${country}`).toEqual(expected);
        }
      }
    }
  });

  test('shows a country in a preview and a shared preview', async () => {
    const { config, german, embargoedBook } = await publishLists();
    const request = { is_main_service: true, country: 'TR', config };
    const preview = homePreview.parse(await post('/mobile/home/preview', request)) satisfies HomePreview;
    expect(preview.blocks.map(({ card_count }) => card_count)).toEqual([0, 2, 0, 1, 1]);
    const hiddenBooks = preview.issues.filter(({ kind }) => kind === 'books_not_in_country');
    expect(hiddenBooks.map(({ block: position, book_ids }) => [position, book_ids])).toEqual([
      [1, [german.id]],
      [2, [german.id, embargoedBook.id]],
      [2, [german.id]],
      [3, [german.id]],
      [4, [german.id]],
      [5, [german.id]],
      [5, [embargoedBook.id]],
    ]);
    const { address } = await post('/mobile/home/preview-links', { title: 'Shared', ...request });
    const sharedPreview = await post('/mobile/home/shared-preview', { token: String(address).split('#')[1] });
    expect(sharedPreview).toMatchObject({ country: 'TR', language: null });
    expect(sharedPreview.blocks.map(({ card_count }: { card_count: number }) => card_count)).toEqual([
      2, 1, 1,
    ]);
  });
});
