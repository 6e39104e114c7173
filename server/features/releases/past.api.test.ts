import { afterAll, expect, test } from 'vitest';
import type { Book } from '#contract/books/books';
import type { MobileHome } from '#contract/mobile-home/mobile-home';
import type { Series } from '#contract/series/series';
import { eachDatabase } from '#server/testing/databases';
import { makeEpub } from '#server/testing/epub-files';
import { openImportsOf } from '#server/testing/import-batches';
import { openTestApp } from '#server/testing/open-test-app';

eachDatabase('past home screens', async (openEmpty) => {
  const database = await openEmpty();
  const api = await openTestApp(database);
  const batches = await openImportsOf(database);
  const token = await api.tokenFor([
    'books:edit',
    'series:edit',
    'publishers:edit',
    'mobile-configs:edit',
    'releases:edit',
  ]);

  afterAll(async () => {
    await batches.close();
    await api.close();
    await database.close();
  });

  async function post<Data>(path: string, json: object): Promise<Data> {
    const { status, body } = await api.call('POST', `/api${path}`, { token, json });
    expect([status, body.message]).toEqual([200, body.message]);
    return body.data as Data;
  }

  test('are without later books of series, whatever happened to publishers since', async () => {
    const first = await post<Book>('/books/create', { name: 'First' });
    const series = await post<Series>('/series/create', { title: 'Coast', books: [{ code: first.code }] });
    const config = [{ title: 'Series', type: 'series', data: { items: [{ id: series.id }] } }];
    await post('/books/mobile-configs', { title: 'Home', is_main_service: true, config });
    const time = new Date().toISOString();
    const booksAt = async (query: Record<string, string>) => {
      const { status, body } = await api.call('GET', '/api/mobile/home', {
        token,
        query: { block_types: 'series', ...query },
      });
      expect([status, body.message]).toEqual([200, body.message]);
      const { blocks } = body.data as MobileHome;
      return blocks.flatMap(({ cards }) =>
        cards.flatMap((card) => (card.kind === 'series' ? card.books.map(({ name }) => name) : [])),
      );
    };

    const { publisher } = await post<Book>('/books/create', { name: 'Second', publisher: 'North' });
    await post('/publishers/update', { id: publisher?.id, name: 'South' });
    await post('/books/create', { name: 'Third', publisher: 'North' });
    const metadata = '<meta name="calibre:series" content="Coast"/>';
    const files = { 'f.epub': makeEpub({ version: 2, title: 'Fourth', metadata }) };
    await batches.accept(await batches.propose(files));
    expect(await booksAt({})).toEqual(['First', 'Fourth']);
    expect(await booksAt({ at: time })).toEqual(['First']);
  });
});
