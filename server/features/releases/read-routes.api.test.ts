import { afterAll, expect, test } from 'vitest';
import type { Book } from '#contract/books/books';
import type { Publisher } from '#contract/publishers/publishers';
import type { Release } from '#contract/releases/releases';
import { isViewId } from '#server/core/db/view-ids';
import type { CallOptions } from '#server/testing/build-test-app';
import { eachDatabase } from '#server/testing/databases';
import { openTestApp } from '#server/testing/open-test-app';

eachDatabase('reads in a release', async (openEmpty) => {
  const database = await openEmpty();
  const api = await openTestApp(database);
  const editor = await api.tokenFor(['books:edit', 'collections:edit', 'categories:edit', 'releases:edit']);
  const noReleases = await api.tokenFor(['books:edit']);

  afterAll(() => api.close());

  async function call<Data>(method: 'GET' | 'POST', path: string, options: CallOptions = {}): Promise<Data> {
    const { status, body } = await api.call(method, `/api${path}`, { token: editor, ...options });
    expect([status, body.message, body.errors]).toEqual([200, body.message, undefined]);
    return body.data as Data;
  }

  test('find, count, reference and preview its records, and leave the live catalogue unchanged', async () => {
    const { id } = await call<Release>('POST', '/releases', { json: { name: 'Summer' } });
    const release = { release: String(id) };
    const book = { name: 'Nightjar', language: 4, author: { name: 'Quill Author' } };
    const { id: bookId, code } = await call<Book>('POST', '/books/create', { query: release, json: book });
    const shelf = { title: 'Night shelf', book_codes: [code] };
    const { id: shelfId } = await call<{ id: number }>('POST', '/books/collections', {
      query: release,
      json: shelf,
    });
    await call('POST', '/books/categories', {
      query: release,
      json: { code: 'night-birds', name: 'Night birds' },
    });

    const namesFor = async (query: Record<string, string>) =>
      (
        await call<{ items: { name: string }[] }[]>('GET', '/search', {
          query: { ...query, search: 'night' },
        })
      ).flatMap(({ items }) => items.map(({ name }) => name));
    expect((await namesFor(release)).toSorted()).toEqual(['Night birds', 'Night shelf', 'Nightjar']);
    expect(await namesFor({})).toEqual([]);

    expect(await call('GET', '/books/languages', { query: release })).toEqual([{ language: 4, total: 1 }]);
    expect(await call('GET', '/books/languages')).toEqual([]);

    const { items: authors } = await call<{ items: { name: string }[] }>('GET', '/books/authors', {
      query: { ...release, search: 'quill' },
    });
    expect(authors.map(({ name }) => name)).toEqual(['Quill Author']);

    const { references } = await call<{ references: { kind: string }[] }>(
      'GET',
      `/books/${bookId}/references`,
      { query: release },
    );
    expect(references.map(({ kind }) => kind)).toEqual(['collections']);
    expect((await api.call('GET', `/api/books/${bookId}/references`, { token: editor })).status).toBe(404);

    const options = { query: { ...release, name: 'Night birds' } };
    const { code: free } = await call<{ code: string }>('GET', '/books/proposed-codes/categories', options);
    expect(free).not.toBe('night-birds');

    const config = [{ title: 'Night', type: 'one_collection', data: { id: shelfId } }];
    const preview = (query: Record<string, string>) =>
      call<{ blocks: { card_count: number }[] }>('POST', '/mobile/home/preview', { query, json: { config } });
    expect((await preview(release)).blocks.map(({ card_count }) => card_count)).toEqual([1]);
    expect((await preview({})).blocks.map(({ card_count }) => card_count)).toEqual([0]);

    for (const path of ['/search', '/books/languages', '/books/authors'])
      expect((await api.call('GET', `/api${path}`, { token: noReleases, query: release })).status).toBe(403);
  });

  test('show the live catalogue after it is published and rolled back', async () => {
    const token = await api.tokenFor(['books:edit', 'books:delete', 'releases:edit', 'releases:publish']);
    const { id } = await call<Release>('POST', '/releases', { json: { name: 'Autumn' } });
    const release = { release: String(id) };
    const json = { name: 'Redwing', author: { name: 'Quill Author' } };
    await call('POST', '/books/create', { query: release, json });
    const names = async () => {
      const list = await call<{ items: Book[] }>('GET', '/books/list', { query: release });
      return list.items.map(({ name }) => name);
    };
    await call('POST', `/releases/${id}/publish`, { token, json: {} });
    expect(await names()).toEqual(['Redwing']);
    expect((await api.call('GET', '/api/mobile/home', { token, query: release })).status).toBe(404);
    await call('POST', `/releases/${id}/roll-back`, { token, json: {} });
    expect(await names()).toEqual([]);
  });

  test('have the same IDs of new contributors and publishers, which no live record gets', async () => {
    const token = await api.tokenFor(['books:edit', 'publishers:edit', 'releases:edit', 'releases:publish']);
    const { id } = await call<Release>('POST', '/releases', { json: { name: 'Winter' } });
    const query = { release: String(id) };
    const book = await call<Book>('POST', '/books/create', { json: { name: 'Wren', publisher: 'Nest' } });
    const newPeople = [
      { name: 'New Author', role: 'author' },
      { name: 'New Narrator', role: 'narrator' },
    ];
    const json = { id: book.id, contributors: newPeople, publisher: 'New Publisher', imprint: 'New Imprint' };
    const inRelease = await call<Book>('POST', '/books/update', { query, json });
    const imprints = { id: book.publisher?.id, imprints: [{ name: 'Twig' }] };
    await call('POST', '/publishers/update', { token, query, json: imprints });
    for (const name of ['First', 'Second'])
      await call('POST', '/books/create', {
        json: { name, author: { name: `${name} Author` }, publisher: `${name} Publisher`, imprint: name },
      });

    const again = await call<Book>('GET', `/books/${book.id}`, { query });
    expect(again).toMatchObject({
      contributors: inRelease.contributors,
      publisher: inRelease.publisher,
      imprint: inRelease.imprint,
    });
    const filter = { ...query, contributor_id: String(again.author.id) };
    expect(await call('GET', '/books/list', { query: filter })).toMatchObject({ total: 1 });
    await call('GET', `/contributors/${again.author.id}`, { query });
    await call('GET', `/publishers/${again.publisher?.id}`, { query });
    await call('POST', `/releases/${id}/publish`, { token, json: {} });
    const liveBook = await call<Book>('GET', `/books/${book.id}`);
    expect(liveBook.contributors?.map(({ name, role }) => ({ name, role }))).toEqual(newPeople);
    expect([liveBook.publisher?.name, liveBook.imprint?.name]).toEqual(['New Publisher', 'New Imprint']);
    const ids = [liveBook.author.id, liveBook.publisher?.id, liveBook.imprint?.id];
    expect(ids.filter((number) => isViewId(number ?? 0))).toEqual([]);
    const { items } = await call<{ items: Publisher[] }>('GET', '/publishers/list', {
      query: { search: 'Nest' },
    });
    expect(items[0]?.imprints.map(({ name }) => name)).toEqual(['Twig']);
  });
});
