import { bookBody, openApi, type SavedBook } from '../api.ts';
import { backends, expect, test } from './dependencies.ts';
import { until } from './wait-until.ts';

const rounds = 2;
const deletedARound = 1;
const blocks = 150;
const bookCount = 100;
const chapterCount = 20;
const textsAChapter = 10;

interface Saved {
  readonly id: number;
  readonly title: string;
  readonly version: number;
}

/** A type of record with a list, and the entries of the list. */
interface Kind {
  readonly path: string;
  readonly entries: readonly unknown[];
  bodyOf(list: readonly unknown[]): object;
  listIn(item: never): unknown[];
}

type Api = Awaited<ReturnType<typeof openApi>>;
type Codes = Readonly<Record<'book_code' | 'chapter_code' | 'text_item_code', string>>;
interface ListedBook {
  readonly code: string;
  readonly chapters: readonly { readonly code: string; readonly text_items: readonly { code: string }[] }[];
}

/** Creates books for the lists. The newest book has texts. */
async function fill(api: Api): Promise<void> {
  let last = 0;
  for (let count = 0; count < bookCount; count++) {
    const { data } = await api.call<SavedBook>('POST', '/books/create', bookBody({ name: `Book ${count}` }));
    last = data.id;
  }
  const { data: bookContent } = await api.call<{ version: number }>('GET', `/books/${last}/content`);
  const { success, message } = await api.call('PUT', `/books/${last}/content`, {
    version: bookContent.version,
    chapters: Array.from({ length: chapterCount }, (_, chapter) => ({
      name: `Chapter ${chapter}`,
      text_items: Array.from({ length: textsAChapter }, (_text, item) => ({ text: `Text ${item}` })),
    })),
  });
  expect(success, message).toBe(true);
}

async function openKinds(api: Api): Promise<Kind[]> {
  const { data } = await api.call<{ items: ListedBook[] }>('GET', '/books/list?items_per_page=100');
  const codes = data.items.map(({ code }) => code);
  const texts = data.items.flatMap(({ code: book_code, chapters }) =>
    chapters.flatMap(({ code: chapter_code, text_items }) =>
      text_items.map(({ code: text_item_code }): Codes => ({ book_code, chapter_code, text_item_code })),
    ),
  );
  return [
    {
      path: '/books/collections',
      entries: codes,
      bodyOf: (book_codes) => ({ book_codes }),
      listIn: ({ books }: { books: { code: string }[] }) => books.map(({ code }) => code),
    },
    {
      path: '/books/challenges',
      entries: codes,
      bodyOf: (list) => ({
        description: 'A book a day',
        day_count: list.length,
        items: list.map((book_code, order_index) => ({ book_code, order_index })),
      }),
      listIn: ({ items }: { items: { book_code: string }[] }) => items.map(({ book_code }) => book_code),
    },
    {
      path: '/books/story-books',
      entries: texts,
      bodyOf: (story_items) => ({ story_items }),
      listIn: ({ story_items }: { story_items: Codes[] }) =>
        story_items.map(({ book_code, chapter_code, text_item_code }) => ({
          book_code,
          chapter_code,
          text_item_code,
        })),
    },
    {
      path: '/books/mobile-configs',
      entries: Array.from({ length: blocks }, (_, index) => `Block ${index}`),
      bodyOf: (list) => ({
        config: list.map((title) => ({ title, type: 'categories', data: { items: [] } })),
      }),
      listIn: ({ config }: { config: { title: string }[] }) => config.map(({ title }) => title),
    },
  ];
}

/**
 * Returns the list rotated by a number of entries. The title of a record contains this number, so that a mix of two saves is
 * detected.
 */
const rotateEntries = (entries: readonly unknown[], by: number) => {
  const index = by % entries.length;
  return [...entries.slice(index), ...entries.slice(0, index)];
};
const stateOf = ({ path, entries, bodyOf }: Kind, by: number) => ({
  title: `${path} turned by ${by}`,
  ...bodyOf(rotateEntries(entries, by)),
});
const rotationOf = ({ title }: Saved) => Number(/turned by (\d+)$/.exec(title)?.[1]);

/** The acknowledged records of one resource. The server must not lose any of them. */
interface Acknowledged {
  readonly saved: Map<number, Saved>;
  readonly deleted: Set<number>;
}

/** Creates, updates and deletes records until the server is killed. */
async function write(api: Api, kind: Kind, { saved, deleted }: Acknowledged): Promise<void> {
  const post = async (call: string, body: object) => {
    const { success, message, data } = await api.call<Saved>('POST', `${kind.path}${call}`, body);
    expect(success, message).toBe(true);
    return data;
  };
  for (let count = 0; ; count += 3) {
    const { id } = await post('', stateOf(kind, count));
    for (const by of [count + 1, count + 2])
      saved.set(id, await post('/update', { id, ...stateOf(kind, by) }));
    if (count % 2 === 0) continue;
    // Between request and response the record may or may not exist. Only the response confirms the deletion.
    saved.delete(id);
    await post('/delete', { id });
    deleted.add(id);
  }
}

async function allOf(api: Api, path: string): Promise<{ items: Saved[]; total: number }> {
  const items: Saved[] = [];
  for (let page = 1; ; page++) {
    const { data } = await api.call<{ items: Saved[]; total: number }>(
      'GET',
      `${path}?items_per_page=50&page=${page}`,
    );
    items.push(...data.items);
    if (data.items.length === 0) return { items, total: data.total };
  }
}

for (const dependencies of backends) {
  test(`kill -9 during saves leaves no list partly saved: ${dependencies}`, async ({ settingsOf, start }) => {
    const settings = await settingsOf(dependencies);
    const acknowledgedByKind = new Map<string, Acknowledged>();

    for (let round = 0; round < rounds; round++) {
      const server = await start(settings);
      const api = await openApi(server.url);
      if (round === 0) await fill(api);
      const kinds = await openKinds(api);
      for (const { path } of kinds)
        if (!acknowledgedByKind.has(path))
          acknowledgedByKind.set(path, { saved: new Map(), deleted: new Set() });
      const writes = kinds.map((kind) => write(api, kind, acknowledgedByKind.get(kind.path) as Acknowledged));
      const ends = Promise.allSettled(writes);
      const lists = [...acknowledgedByKind.values()];
      const enough = until(() => lists.every(({ deleted }) => deleted.size >= (round + 1) * deletedARound));
      const isDead = () => Promise.reject(new Error(`The writers ended by themselves:\n${server.output()}`));
      // The writers do not pause, so the kill interrupts saves.
      await Promise.race([enough, Promise.race(writes).then(isDead)]);
      await server.kill();
      // A request without a response fails with a TypeError. Any other error is an error of the server.
      for (const end of await ends) expect(end).toMatchObject({ reason: expect.any(TypeError) });
    }

    const server = await start(settings);
    const api = await openApi(server.url);
    for (const kind of await openKinds(api)) {
      const { saved, deleted } = acknowledgedByKind.get(kind.path) as Acknowledged;
      expect(saved.size, kind.path).toBeGreaterThanOrEqual(rounds);
      expect(deleted.size, kind.path).toBeGreaterThan(0);
      const { items, total } = await allOf(api, kind.path);
      expect(items).toHaveLength(total);
      for (const item of items.filter(({ title }) => title.startsWith(kind.path)))
        expect(kind.listIn(item as never), item.title).toEqual(rotateEntries(kind.entries, rotationOf(item)));
      const itemsById = new Map(items.map((item) => [item.id, item]));
      for (const { id, version, title } of saved.values()) {
        const item = itemsById.get(id);
        expect(item?.version, title).toBeGreaterThanOrEqual(version);
        if (item?.version === version) expect(item.title).toBe(title);
      }
      for (const id of deleted) expect(itemsById.has(id)).toBe(false);
    }
    expect(await server.stop()).toBe(0);
  });
}
