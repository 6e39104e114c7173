import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { allPermissions } from '#contract/core/permissions';
import { verifyAuditLog } from '#server/core/audit-log/verify';
import { checkDatabase } from '#server/features/system/check/database';
import { eachDatabase } from '#server/testing/databases';
import { openTestApp } from '#server/testing/open-test-app';
import { seed } from '#server/testing/seed';

/*
 * Random links of ten books, with deletes, restores and undos. The model has the first edition of each book, and moves the books of a work
 * as a whole. Each step compares the work of every book.
 */

const BOOKS = 10;

interface ModelBook {
  readonly id: number;
  readonly code: string;
  isDeleted: boolean;
  /** The position of the first edition, or its own. */
  first: number;
}
type State = readonly Pick<ModelBook, 'isDeleted' | 'first'>[];
type Step = readonly [
  kind: 'link' | 'unlink' | 'delete' | 'restore' | 'link and undo' | 'delete and undo',
  a: number,
  b: number,
];

const step: fc.Arbitrary<Step> = fc.tuple(
  fc.constantFrom(
    'link' as const,
    'link' as const,
    'link' as const,
    'unlink' as const,
    'delete' as const,
    'restore' as const,
    'restore' as const,
    'link and undo' as const,
    'delete and undo' as const,
  ),
  fc.nat(BOOKS - 1),
  fc.nat(BOOKS - 1),
);

/** The first edition is deleted after its edition, and its edition is restored before it. */
const lateFirst: Step[] = [
  ['link', 1, 0],
  ['delete', 1, 0],
  ['link', 0, 2],
  ['delete', 0, 0],
  ['restore', 1, 0],
  ['link', 2, 1],
  ['restore', 0, 0],
  ['link', 0, 1],
];

eachDatabase('the model of editions', async (openEmpty) => {
  const database = await openEmpty();
  const api = await openTestApp(database);
  const token = await api.tokenFor(allPermissions);
  afterAll(() => api.close());

  const request = async (method: 'GET' | 'POST' | 'DELETE', path: string, json?: unknown) => {
    const response = await api.call(method, `/api${path}`, { token, ...(json !== undefined && { json }) });
    expect(response.status, `${method} ${path}: ${response.text}`).toBe(200);
    return response;
  };
  const undo = (response: Awaited<ReturnType<typeof request>>) =>
    request('POST', `/audit-log/${String(response.headers['x-audit-log-entry'])}/undo`);

  async function createBooks(): Promise<ModelBook[]> {
    const books: ModelBook[] = [];
    for (let first = 0; first < BOOKS; first += 1) {
      const { body } = await request('POST', '/books/create', { name: `Book ${first}` });
      books.push({ id: body.data.id, code: body.data.code, isDeleted: false, first });
    }
    return books;
  }

  async function restore({ id }: ModelBook): Promise<void> {
    const { body } = await request('GET', '/trash?kind=books&items_per_page=100');
    const row = body.data.items.find(({ record }: { record: { id: number } }) => record.id === id);
    await request('POST', `/trash/${row.id}/restore`);
  }

  /** Compares the work and the first edition of each book with the model. */
  async function compare(books: readonly ModelBook[]): Promise<void> {
    for (const book of books) {
      if (book.isDeleted) continue;
      const { body } = await request(
        'GET',
        `/books/list?with_chapters=0&items_per_page=100&work_of=${book.code}`,
      );
      const ids = body.data.items
        .map(({ id }: { id: number }) => id)
        .toSorted((a: number, b: number) => a - b);
      const work = books.filter(({ isDeleted, first }) => !isDeleted && first === book.first);
      expect(ids).toEqual(work.map(({ id }) => id));
      const own = body.data.items.find(({ id }: { id: number }) => id === book.id);
      const first = books[book.first];
      const isNamed = first !== book && first?.isDeleted === false;
      expect(own.edition_of?.code).toBe(isNamed ? first?.code : undefined);
    }
  }

  async function run(steps: readonly Step[]): Promise<void> {
    const books = await createBooks();
    const move = (from: number, to: number) => {
      for (const book of books) if (!book.isDeleted && book.first === from) book.first = to;
    };
    const link = (a: number, b: number) => {
      const target = books[b];
      const book = books[a];
      if (!target || !book) return;
      const first = target.first === a ? b : target.first;
      book.first = first;
      move(a, first);
    };
    const stateOf = (): State => books.map(({ isDeleted, first }) => ({ isDeleted, first }));
    const reset = (state: State) => books.forEach((book, index) => Object.assign(book, state[index]));
    const comeBack = (a: number) => {
      const book = books[a];
      if (!book) return;
      book.isDeleted = false;
      const first = books[book.first];
      // The first edition may have joined another work since.
      if (first && first !== book && !first.isDeleted) book.first = first.first;
      if (book.first !== a) move(a, book.first);
    };

    for (const [kind, a, b] of steps) {
      const book = books[a];
      const target = books[b];
      if (!book || !target) continue;
      const before = stateOf();
      if (kind === 'restore') {
        if (!book.isDeleted) continue;
        await restore(book);
        comeBack(a);
      } else if (book.isDeleted) continue;
      else if (kind === 'unlink') {
        await request('POST', '/books/update', { id: book.id, edition_of: '' });
        book.first = a;
      } else if (kind === 'delete' || kind === 'delete and undo') {
        const response = await request('DELETE', `/books/${book.id}`);
        book.isDeleted = true;
        await compare(books);
        if (kind === 'delete and undo') {
          await undo(response);
          reset(before);
        }
      } else {
        if (target.isDeleted || a === b) continue;
        const response = await request('POST', '/books/update', { id: book.id, edition_of: target.code });
        link(a, b);
        await compare(books);
        if (kind === 'link and undo') {
          await undo(response);
          reset(before);
        }
      }
      await compare(books);
    }
    expect(await checkDatabase(database)).toEqual([]);
    expect(await verifyAuditLog(database.kysely)).toMatchObject({ broken: undefined });
  }

  test('siblings are symmetric after links, deletes, restores and undos', { timeout: 300_000 }, () =>
    fc.assert(fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 25 }), run), {
      seed,
      numRuns: 12,
      examples: [[lateFirst]],
    }),
  );
});
