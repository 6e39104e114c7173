import { beforeAll, expect, test } from 'vitest';
import { verifyAuditLog } from '#server/core/audit-log/verify';
import { eachDatabase } from '#server/testing/databases';
import { type Catalogue, contextWith, createCatalogue } from '#server/testing/factories';

const WRITERS = 16;
const ROUNDS = 6;
/** Every writer with this index is rejected. */
const REJECTED_EVERY = 5;

eachDatabase('books that many users create in parallel', (openEmpty) => {
  let catalogue: Catalogue;
  let code: string;
  beforeAll(async () => {
    catalogue = createCatalogue(await openEmpty());
    ({ code } = await catalogue.addCategory('Sea'));
  });

  test('are stored with all their counters, and rejected ones leave nothing', async () => {
    const isRejected = (index: number) => index % REJECTED_EVERY === 0;
    const create = (name: string, index: number) =>
      catalogue.books.create(
        {
          name,
          category_code: code,
          author: { name: `Author of ${name}` },
          // The edition is checked after other rows were written.
          ...(isRejected(index) && { edition_of: 'BK-999999' }),
        },
        contextWith(),
      );
    const ids: number[] = [];
    const errors: unknown[] = [];
    await Promise.all(
      Array.from({ length: WRITERS }, async (_, index) => {
        for (let round = 0; round < ROUNDS; round += 1) {
          const book = await create(`Book ${index} ${round}`, index + round).catch((error: unknown) => {
            errors.push(error);
          });
          if (!book) continue;
          ids.push(book.id);
          // An acknowledged book is in each list at once.
          expect(await catalogue.books.get(book.id)).toEqual(book);
          expect((await catalogue.list({ search: book.code })).items).toMatchObject([{ id: book.id }]);
        }
      }),
    );
    const writes = Array.from({ length: WRITERS * ROUNDS }, (_, number) => number);
    const rejectedWrites = writes.filter((number) =>
      isRejected(Math.floor(number / ROUNDS) + (number % ROUNDS)),
    );
    expect(errors).toHaveLength(rejectedWrites.length);
    for (const error of errors) expect(error).toMatchObject({ status: 422 });
    const total = writes.length - rejectedWrites.length;
    expect(new Set(ids).size).toBe(total);
    expect((await catalogue.list({ category_code: code })).total).toBe(total);
    expect((await catalogue.list({ search: 'book' })).total).toBe(total);
    const { kysely } = catalogue.database;
    const authors = await kysely.selectFrom('authors').select(['book_count', 'total_books']).execute();
    expect(authors).toEqual(Array.from({ length: total }, () => ({ book_count: 1, total_books: 1 })));
    // One entry for each book, and one for the category.
    expect(await verifyAuditLog(kysely)).toMatchObject({
      entries: total + 1,
      lastId: total + 1,
      broken: undefined,
    });
  });
});
