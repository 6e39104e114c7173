import { beforeAll, expect, test } from 'vitest';
import { collections as declaration } from '#contract/collections/collections';
import { batches } from '#server/core/db/batches';
import { contextWith, createCatalogue, stagedFile } from '#server/testing/factories';
import { eachDatabase } from '#server/testing/databases';
import { bookCodeOf } from '#server/core/resource/book-code';

const context = contextWith();

eachDatabase('the collection service', async (openEmpty) => {
  const catalogue = createCatalogue(await openEmpty());
  let codes: string[];
  beforeAll(async () => {
    const books = [];
    for (const name of ['A', 'B', 'C', 'D']) books.push(await catalogue.addBook({ name }));
    codes = books.map(({ code }) => code);
  });

  const list = (query: object = {}) => catalogue.collections.list(declaration.query.parse(query));
  const create = (input: object) =>
    catalogue.collections.create(declaration.create.parse({ title: 'Shelf', ...input }), context);
  const update = (input: object) => catalogue.collections.update(declaration.update.parse(input), context);
  const namesOf = ({ books }: { books: { name: string }[] }) => books.map(({ name }) => name).join('');

  test('stores books in the sent order, each once', async () => {
    const collection = await create({ book_codes: [codes[2], codes[0], codes[2], codes[3]] });
    expect(collection).toMatchObject({ title: 'Shelf', description: '', image: null, version: 1 });
    expect(collection.books).toEqual([
      { code: codes[2], name: 'C' },
      { code: codes[0], name: 'A' },
      { code: codes[3], name: 'D' },
    ]);
    expect(await catalogue.collections.get(collection.id)).toEqual(collection);
  });

  test('replaces the books only when they are sent', async () => {
    const { id } = await create({ book_codes: codes });
    expect(namesOf(await update({ id, title: 'Renamed' }))).toBe('ABCD');
    expect(namesOf(await update({ id, book_codes: codes.toReversed() }))).toBe('DCBA');
    const emptyCollection = await update({ id, book_codes: [''] });
    expect(emptyCollection).toMatchObject({ title: 'Renamed', books: [], version: 4 });
  });

  test.each([
    [['BK-999999'], 'No book found with code BK-999999.'],
    [['BK-2147483648'], 'No book found with code BK-2147483648.'],
    [['BK-1'], 'No book found with code BK-1.'],
    [['1', 'x'], 'No books found with codes 1, x.'],
    [
      Array.from({ length: 8 }, (_, index) => `X${index}`),
      'No books found with codes X0, X1, X2, X3, X4 and 3 more.',
    ],
  ])('rejects %j by name, and changes nothing', async (unknown, message) => {
    const before = await create({ book_codes: [codes[0]] });
    const fieldErrorResponse = { status: 422, message, errors: { book_codes: message } };
    await expect(update({ id: before.id, book_codes: [codes[1], ...unknown] })).rejects.toMatchObject(
      fieldErrorResponse,
    );
    expect(await catalogue.collections.get(before.id)).toEqual(before);
    const { total } = await list();
    await expect(create({ book_codes: unknown })).rejects.toMatchObject(fieldErrorResponse);
    expect((await list()).total).toBe(total);
  });

  test('lists newest first with books, and finds by title only', async () => {
    const first = await create({ title: 'Çiçek rafı', description: 'nowhere', book_codes: [codes[1]] });
    const second = await create({ title: 'CICEK 100%' });
    expect(await list({ search: 'cicek', language: 'en' })).toEqual({ items: [second, first], total: 2 });
    expect((await list({ search: '100%' })).total).toBe(1);
    expect((await list({ search: 'nowhere' })).total).toBe(0);
  });

  test('removes a deleted book, renumbers the others, and increases the version', async () => {
    const book = await catalogue.addBook({ name: 'Gone' });
    const holder = await create({ book_codes: [codes[0], book.code, codes[1]] });
    const other = await create({ book_codes: [codes[0]] });
    await catalogue.books.remove(book.id, context);
    expect(await catalogue.collections.get(holder.id)).toMatchObject({ version: 2 });
    expect(namesOf(await catalogue.collections.get(holder.id))).toBe('AB');
    expect(await catalogue.collections.get(other.id)).toEqual(other);
    await expect(update({ id: holder.id, version: 1, title: 'Late' })).rejects.toMatchObject({ status: 409 });
    await expect(update({ id: holder.id, book_codes: [book.code] })).rejects.toMatchObject({ status: 422 });
  });

  test('replaces its image, and deletes it with the collection', async () => {
    const newImage = () => contextWith({ image: stagedFile('image') });
    const { id, image } = await catalogue.collections.create({ title: 'Pictured' }, newImage());
    const blobs = catalogue.blobs.size;
    const updatedCollection = await catalogue.collections.update({ id, title: 'Pictured' }, newImage());
    expect(updatedCollection.image).not.toBe(image);
    expect(catalogue.blobs.size).toBe(blobs);
    expect((await update({ id, title: 'Kept' })).image).toBe(updatedCollection.image);
    await catalogue.collections.remove(id, context);
    expect(catalogue.blobs.size).toBe(blobs - 2);
    await expect(catalogue.collections.remove(id, context)).rejects.toMatchObject({ status: 404 });
  });

  test('stores thousands of books', async () => {
    const first = await catalogue.addBook({ name: 'Many' });
    const { kysely } = catalogue.database;
    const row = await kysely
      .selectFrom('books')
      .selectAll()
      .where('id', '=', first.id)
      .executeTakeFirstOrThrow();
    const ids = Array.from({ length: 1_203 }, (_, index) => first.id + index);
    for (const batch of batches(ids.slice(1)))
      await kysely
        .insertInto('books')
        .values(batch.map((id) => ({ ...row, id })))
        .execute();
    const many = ids.map(bookCodeOf);
    const { id } = await create({ book_codes: many });
    const reversedCollection = await update({ id, book_codes: many.toReversed() });
    expect(reversedCollection.books.map(({ code }) => code)).toEqual(many.toReversed());
  });
});
