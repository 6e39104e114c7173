import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { bookBody, openApi, type SavedBook } from '../api.ts';
import { png, wav } from '../media.ts';
import { lectern, type Server } from '../server.ts';
import { expect, type Settings, test as base } from './dependencies.ts';
import { openObjectStore } from './object-store.ts';
import { createPatientClient } from './retrying-client.ts';
import { until } from './wait-until.ts';

const WORKERS = 4;
const BOOKS_BETWEEN = 12;
const RETRIES_WHILE_DOWN = 4;

interface Pair {
  /** The two servers. A restarted server replaces the previous one. */
  readonly servers: [Server, Server];
  /** Kills a server, and starts it again when `isMissed` returns true. */
  restart(index: 0 | 1, isMissed: () => boolean): Promise<void>;
  /** The settings of the first server, for commands. */
  readonly settings: Settings;
}

/** Two servers with the same PostgreSQL and bucket, and nothing else in common. */
const test = base.extend<{ pair: Pair }>({
  pair: async ({ settingsOf, start }, use) => {
    const store = await openObjectStore();
    const sharedSettings = { ...(await settingsOf('PostgreSQL')), ...store.settings };
    const settings = (index: number): Settings => ({
      ...sharedSettings,
      DATA_DIR: join(sharedSettings.DATA_DIR, `server-${index}`),
    });
    // Both servers start concurrently on an empty database.
    const servers = await Promise.all([start(settings(0)), start(settings(1))]);
    await use({
      servers,
      async restart(index, isMissed) {
        await servers[index].kill();
        await until(isMissed);
        servers[index] = await start(settings(index));
      },
      settings: settings(0),
    });
    await Promise.all(servers.map((server) => server.kill()));
    await store.close();
  },
});

interface Saved {
  readonly id: number;
  readonly title: string;
  readonly version: number;
}

test('a change on one server is visible on the other', async ({ pair }) => {
  const [here, there] = pair.servers;
  const api = await openApi(here.url);
  const onOther = (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    headers.set('authorization', api.authorization);
    return fetch(`${there.url}${path}`, { ...init, headers });
  };

  // The session of one server is valid on the other.
  const profile = await onOther('/api/user/me');
  expect(profile.status).toBe(200);
  const audio = wav(30);
  const { data: book } = await api.call<SavedBook & { code: string; version: number }>(
    'POST',
    '/books/create',
    bookBody({ name: 'Told here' }, { audio, image: png(60, 90) }),
  );
  const whole = await onOther(String(book.audio_url));
  expect(Buffer.from(await whole.arrayBuffer()).equals(audio)).toBe(true);
  for (const [range, body] of [
    ['bytes=0-99', audio.subarray(0, 100)],
    ['bytes=1000-200000', audio.subarray(1_000, 200_001)],
    ['bytes=-44', audio.subarray(-44)],
  ] as const) {
    const response = await onOther(String(book.audio_url), { headers: { range } });
    expect(response.status).toBe(206);
    expect(Buffer.from(await response.arrayBuffer()).equals(body), range).toBe(true);
  }
  expect((await onOther(String(book.image_url))).headers.get('content-type')).toBe('image/webp');

  // A write on one server refreshes the caches of lists and home screens on the other.
  const searchBooks = async (server: Server, search: string) => {
    const responseBody = await fetch(`${server.url}/api/books/list?search=${search}`, {
      headers: { authorization: api.authorization },
    });
    return ((await responseBody.json()) as { data: { total: number } }).data.total;
  };
  expect([await searchBooks(here, 'renamed'), await searchBooks(there, 'renamed')]).toEqual([0, 0]);
  const renameResponse = await onOther('/api/books/update', {
    method: 'POST',
    body: bookBody({ id: String(book.id), name: 'Renamed there', version: String(book.version) }),
  });
  expect(renameResponse.status).toBe(200);
  expect([await searchBooks(here, 'renamed'), await searchBooks(there, 'renamed')]).toEqual([1, 1]);
  const stale = await api.call('POST', '/books/update', bookBody({ id: String(book.id), version: '1' }));
  expect(stale.message).toContain('was changed by someone else');

  const postJson = (path: string, body: object) =>
    onOther(`/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const createdBooks = (await (
    await postJson('/books/collections', { title: 'Both', book_codes: [book.code] })
  ).json()) as {
    data: Saved;
  };
  const block = { title: 'Block', type: 'one_collection', data: createdBooks.data.id };
  await postJson('/books/mobile-configs', { title: 'Home', is_main_service: true, config: [block] });
  const homes = async () =>
    Promise.all(
      pair.servers.map(async ({ url }) => (await fetch(`${url}/api/mobile/home`)).headers.get('etag')),
    );
  const before = await homes();
  expect(new Set(before).size).toBe(1);
  await api.call('DELETE', `/books/${book.id}`);
  const after = await homes();
  expect(new Set(after).size).toBe(1);
  expect(after[0]).not.toBe(before[0]);
  expect((await onOther(String(book.audio_url))).status).toBe(404);

  // A sign-out on one server ends the session on the other.
  await onOther('/api/auth/logout', { method: 'POST' });
  expect((await api.call('GET', '/user/me')).success).toBe(false);
});

test('kills and restarts under load: no request fails permanently, nothing is lost or duplicated', async ({
  pair,
}) => {
  const { authorization } = await openApi(pair.servers[0].url);
  const client = createPatientClient(pair.servers, authorization);
  /** The expected final state of every record, by name. */
  const books = new Map<string, { id: number; audio: Buffer; audio_url: string }>();
  const collections = new Map<string, number>();
  const deletedIds = new Set<number>();
  const work = { isOver: false };

  async function worker(number: number): Promise<void> {
    for (let count = 0; !work.isOver; count++) {
      const name = `Worker ${number} book ${count}`;
      const audio = wav(1 + (count % 5), 200 + number);
      const form = () => bookBody({ name }, { audio, image: png(60, 90, [count % 256, 90, 90]) });
      const key = randomUUID();
      const create = () => client.create<SavedBook & { code: string }>('/books/create', form, key);
      const newBook = await create();
      expect(newBook, name).toMatchObject({ status: 200, result: { success: true } });
      // Simulates a lost response: the next server receives the same request again.
      if (count % 2 === 0) expect((await create()).result).toEqual(newBook.result);
      const { id, code, audio_url } = newBook.result.data;
      const title = `Worker ${number} collection ${count}`;
      const collection = await client.create<Saved>('/books/collections', () => ({
        title,
        book_codes: [code],
      }));
      expect(collection, title).toMatchObject({ status: 200, result: { success: true } });
      collections.set(title, collection.result.data.id);

      const audioResponse = await client.bytes(String(audio_url), 'bytes=44-');
      expect([audioResponse.status, audioResponse.result.equals(audio.subarray(44))], name).toEqual([
        206,
        true,
      ]);
      expect((await client.call('GET', { path: `/books/list?search=${number}` })).status).toBe(200);

      if (count % 3 === 1) {
        const change = () => bookBody({ id: String(id), name: `${name}, changed` });
        expect((await client.call('POST', { path: '/books/update', body: change })).status).toBe(200);
        books.set(`${name}, changed`, { id, audio, audio_url: String(audio_url) });
      } else if (count % 3 === 2) {
        // An attempt without a response may have deleted the book.
        expect([200, 404]).toContain((await client.call('DELETE', { path: `/books/${id}` })).status);
        deletedIds.add(id);
      } else books.set(name, { id, audio, audio_url: String(audio_url) });
    }
  }

  const workers = Promise.all(Array.from({ length: WORKERS }, (_, number) => worker(number)));
  // An error of a worker fails the test when the worker is awaited, not earlier.
  workers.catch(() => undefined);
  const someMore = async () => {
    const before = books.size + deletedIds.size;
    const isEnough = () => books.size + deletedIds.size >= before + BOOKS_BETWEEN;
    await Promise.race([until(isEnough), workers]);
  };
  for (const index of [0, 1] as const) {
    await someMore();
    const before = client.retries();
    await pair.restart(index, () => client.retries() >= before + RETRIES_WHILE_DOWN);
  }
  await someMore();
  work.isOver = true;
  await workers;
  expect(client.retries(), 'requests were under way when a server was killed').toBeGreaterThan(0);
  expect(deletedIds.size).toBeGreaterThan(0);

  for (const server of pair.servers) {
    const api = await openApi(server.url);
    const { items, total } = await api.allBooks();
    expect(total).toBe(items.length);
    expect(items.map(({ id, name }) => `${id} ${name}`).toSorted()).toEqual(
      [...books].map(([name, { id }]) => `${id} ${name}`).toSorted(),
    );
    const titles: string[] = [];
    for (let page = 1; titles.length < collections.size; page++) {
      const path = `/books/collections?items_per_page=100&page=${page}`;
      const { data } = await api.call<{ items: Saved[]; total: number }>('GET', path);
      expect(data.total).toBe(collections.size);
      titles.push(...data.items.map(({ id, title }) => `${id} ${title}`));
    }
    expect(titles.toSorted()).toEqual([...collections].map(([title, id]) => `${id} ${title}`).toSorted());
    for (const { audio, audio_url } of books.values()) {
      const whole = await fetch(`${server.url}${audio_url}`);
      expect(Buffer.from(await whole.arrayBuffer()).equals(audio), audio_url).toBe(true);
    }
  }
  expect(await Promise.all(pair.servers.map((server) => server.stop()))).toEqual([0, 0]);
  // Both servers wrote one chain of audit log entries, with two kills in between.
  const verifyResult = await lectern(['audit-log', 'verify'], pair.settings);
  expect(verifyResult).toMatchObject({ code: 0 });
  const entries = Number(/(\d+) entries verified/.exec(verifyResult.output)?.[1]);
  expect(entries).toBeGreaterThanOrEqual(books.size + collections.size + 2 * deletedIds.size);
});
