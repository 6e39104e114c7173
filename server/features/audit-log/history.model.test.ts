import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkDatabase } from '#server/features/system/check/database';
import { verifyAuditLog } from '#server/core/audit-log/verify';
import { buildTestApp } from '#server/testing/build-test-app';
import { openTestBlobStore } from '#server/testing/blob-stores';
import { eachDatabase } from '#server/testing/databases';
import { allPermissions } from '#contract/core/permissions';
import { afterAll } from 'vitest';
import { seed } from '#server/testing/seed';

/*
 * Random writes, undos, restores and permanent deletes, compared with a model without rows. The test compares the records, their names and
 * the books of each collection.
 */

interface Book {
  readonly id: number;
  readonly code: string;
  name: string;
  state: 'there' | 'deleted' | 'purged';
}
interface Collection {
  readonly id: number;
  title: string;
  /** Books in order, including deleted ones at their positions. Deleted ones are not listed, and are restored there. */
  books: Book[];
  /** Deleted books whose exact position is unknown, because the list was saved without them. */
  lost: Set<Book>;
  isOrderKnown: boolean;
  state: 'there' | 'deleted' | 'purged';
}

type Step = readonly [kind: string, a: number, b: number];

const step: fc.Arbitrary<Step> = fc.tuple(
  fc.constantFrom(
    'add book',
    'add collection',
    'rename book',
    'delete book',
    'delete book',
    'restore book',
    'restore book',
    'shuffle',
    'shuffle',
    'rename and undo',
    'shuffle and undo',
    'delete and undo',
    'delete collection',
    'restore collection',
    'purge',
  ),
  fc.nat(1000),
  fc.nat(1000),
);

/** A book is deleted while its collection is in the trash, and is restored after it. */
const comingBackLate: Step[] = [
  ['delete collection', 0, 0],
  ['delete book', 2, 0],
  ['restore collection', 0, 0],
  ['restore book', 0, 0],
];

eachDatabase('the model', async (openEmpty) => {
  const database = await openEmpty();
  const store = await openTestBlobStore('folder');
  const api = await buildTestApp(database, store.blobs);
  const token = await api.tokenFor(allPermissions);
  afterAll(async () => {
    await api.close();
    await store.close();
  });

  const request = async (method: 'GET' | 'POST' | 'DELETE', path: string, json?: unknown) => {
    const response = await api.call(method, `/api${path}`, { token, ...(json !== undefined && { json }) });
    expect(response.status, `${method} ${path}: ${response.text}`).toBe(200);
    return response;
  };
  const dataOf = async (path: string) => (await request('GET', path)).body.data;
  const undo = (response: Awaited<ReturnType<typeof request>>) =>
    request('POST', `/audit-log/${String(response.headers['x-audit-log-entry'])}/undo`);

  async function run(steps: readonly Step[]): Promise<void> {
    const books: Book[] = [];
    const collections: Collection[] = [];
    const trashIdOf = async (kind: string, id: number): Promise<number> => {
      const { items } = await dataOf(`/trash?kind=${kind}&items_per_page=100`);
      return items.find(({ record }: { record: { id: number } }) => record.id === id).id;
    };
    const those = <One extends { state: string }>(all: readonly One[], state: string, index: number) => {
      const candidates = all.filter((item) => item.state === state);
      return candidates[index % Math.max(1, candidates.length)];
    };
    const existingBooks = ({ books: all }: Collection) => all.filter(({ state }) => state === 'there');
    const save = async (collection: Collection, requestedBooks: readonly Book[]) => {
      const book_codes = requestedBooks.map(({ code }) => code);
      const response = await request('POST', '/books/collections/update', { id: collection.id, book_codes });
      for (const book of collection.books) if (book.state === 'deleted') collection.lost.add(book);
      collection.books = [...requestedBooks];
      collection.isOrderKnown = true;
      return response;
    };
    const comeBack = (book: Book) => {
      book.state = 'there';
      for (const collection of collections)
        if (collection.lost.delete(book)) {
          collection.books.push(book);
          collection.isOrderKnown = false;
        }
    };
    const isOn = (collection: Collection | undefined): collection is Collection => collection !== undefined;

    const acts: Readonly<Record<string, (a: number, b: number) => Promise<void>>> = {
      async 'add book'(a) {
        const { id, code } = (await request('POST', '/books/create', { name: `Book ${a}` })).body.data;
        books.push({ id, code, name: `Book ${a}`, state: 'there' });
      },
      async 'add collection'(a, b) {
        const members = books.filter(({ state }, index) => state === 'there' && index % 2 === b % 2);
        const book_codes = members.map(({ code }) => code);
        const { id } = (await request('POST', '/books/collections', { title: `List ${a}`, book_codes })).body
          .data;
        const record = { lost: new Set<Book>(), isOrderKnown: true, state: 'there' as const };
        collections.push({ id, title: `List ${a}`, books: members, ...record });
      },
      async 'rename book'(a, b) {
        const book = those(books, 'there', a);
        if (!book) return;
        await request('POST', '/books/update', { id: book.id, name: `Renamed ${b}` });
        book.name = `Renamed ${b}`;
      },
      async 'rename and undo'(a, b) {
        const book = those(books, 'there', a);
        if (book) await undo(await request('POST', '/books/update', { id: book.id, name: `Not ${b}` }));
      },
      async 'delete book'(a) {
        const book = those(books, 'there', a);
        if (!book) return;
        await request('DELETE', `/books/${book.id}`);
        book.state = 'deleted';
      },
      async 'delete and undo'(a) {
        const book = those(books, 'there', a);
        if (!book) return;
        const before = await dataOf(`/books/${book.id}`);
        await undo(await request('DELETE', `/books/${book.id}`));
        expect(await dataOf(`/books/${book.id}`)).toEqual(before);
      },
      async 'restore book'(a) {
        const book = those(books, 'deleted', a);
        if (!book) return;
        await request('POST', `/trash/${await trashIdOf('books', book.id)}/restore`);
        comeBack(book);
      },
      async shuffle(a, b) {
        const collection = those(collections, 'there', a);
        if (!isOn(collection)) return;
        const all = books.filter(({ state }) => state === 'there');
        const requestedBooks = all.filter((_book, index) => (b >> (index % 8)) % 2 === 0);
        await save(collection, b % 3 === 0 ? requestedBooks.toReversed() : requestedBooks);
      },
      async 'shuffle and undo'(a) {
        const collection = those(collections, 'there', a);
        if (!isOn(collection)) return;
        const before = existingBooks(collection);
        const { isOrderKnown } = collection;
        await undo(await save(collection, before.toReversed().slice(1)));
        collection.books = before;
        collection.isOrderKnown = isOrderKnown;
      },
      async 'delete collection'(a) {
        const collection = those(collections, 'there', a);
        if (!isOn(collection)) return;
        await request('POST', '/books/collections/delete', { id: collection.id });
        collection.state = 'deleted';
      },
      async 'restore collection'(a) {
        const collection = those(collections, 'deleted', a);
        if (!isOn(collection)) return;
        await request('POST', `/trash/${await trashIdOf('collections', collection.id)}/restore`);
        collection.state = 'there';
      },
      async purge(a) {
        const book = those(books, 'deleted', a);
        if (!book) return;
        await request('DELETE', `/trash/${await trashIdOf('books', book.id)}`);
        book.state = 'purged';
      },
    };

    const firstBook = (await dataOf('/books/list')).total;
    const firstCollection = (await dataOf('/books/collections')).total;
    const firstTrash = (await dataOf('/trash')).total;
    for (const [kind, a, b] of [
      ['add book', 1, 0],
      ['add book', 2, 0],
      ['add book', 3, 0],
      ['add collection', 1, 0],
      ...steps,
    ] as const)
      await acts[kind]?.(a, b);

    const count = (all: readonly { state: string }[], state: string) =>
      all.filter((item) => item.state === state).length;
    expect((await dataOf('/books/list')).total).toBe(firstBook + count(books, 'there'));
    expect((await dataOf('/books/collections')).total).toBe(firstCollection + count(collections, 'there'));
    const inTrash = count(books, 'deleted') + count(collections, 'deleted');
    expect((await dataOf('/trash')).total).toBe(firstTrash + inTrash);
    for (const { id, name, state } of books)
      if (state === 'there') expect((await dataOf(`/books/${id}`)).name).toBe(name);
    for (const collection of collections) {
      if (collection.state !== 'there') continue;
      const item = await dataOf(`/books/collections/${collection.id}`);
      const codes: string[] = item.books.map(({ code }: { code: string }) => code);
      const requestedCodes = existingBooks(collection).map(({ code }) => code);
      if (collection.isOrderKnown) expect(codes).toEqual(requestedCodes);
      else expect(codes.toSorted()).toEqual(requestedCodes.toSorted());
    }
  }

  test('matches the database after any writes, undos, restores and permanent deletes', {
    timeout: 240_000,
  }, async () => {
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 25 }), run), {
      seed,
      numRuns: 4,
      examples: [[comingBackLate]],
    });
    expect(await checkDatabase(database)).toEqual([]);
    expect((await verifyAuditLog(database.kysely)).broken).toBeUndefined();
  });

  test('preserves the hash chain during concurrent writes', { timeout: 60_000 }, async () => {
    const other = await buildTestApp(database, store.blobs);
    const apps = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? api : other));
    await Promise.all(
      apps.map((app, index) =>
        app.call('POST', '/api/books/collections', { token, json: { title: `At once ${index}` } }),
      ),
    );
    await other.close();
    const { broken, entries, lastId } = await verifyAuditLog(database.kysely);
    expect(broken).toBeUndefined();
    expect(entries).toBe(lastId);
  });
});
