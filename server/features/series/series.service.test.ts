import { beforeAll, expect, test } from 'vitest';
import { series as declaration } from '#contract/series/series';
import { contextWith, createCatalogue, stagedFile } from '#server/testing/factories';
import { eachDatabase } from '#server/testing/databases';

const context = contextWith();

eachDatabase('the series service', async (openEmpty) => {
  const catalogue = createCatalogue(await openEmpty());
  let codes: string[];
  beforeAll(async () => {
    const books = [];
    for (const name of ['A', 'B', 'C', 'D']) books.push(await catalogue.addBook({ name }));
    codes = books.map(({ code }) => code);
  });

  const create = (input: object) =>
    catalogue.series.create(declaration.create.parse({ title: 'Cycle', ...input }), context);
  const update = (input: object) => catalogue.series.update(declaration.update.parse(input), context);
  const booksIn = ({ books }: { books: { name: string; position: string }[] }) =>
    books.map(({ name, position }) => `${name}${position}`).join(' ');

  test('stores books in the sent order with their positions', async () => {
    const newSeries = await create({
      books: [{ code: codes[2], position: '2.5' }, { code: codes[0], position: 3 }, { code: codes[3] }],
    });
    expect(newSeries).toMatchObject({ description: '', is_ordered: true, image: null, version: 1 });
    expect(newSeries.books).toEqual([
      { code: codes[2], name: 'C', position: '2.5' },
      { code: codes[0], name: 'A', position: '3' },
      { code: codes[3], name: 'D', position: '' },
    ]);
    expect(await catalogue.series.get(newSeries.id)).toEqual(newSeries);
  });

  test('replaces the books only when they are sent', async () => {
    const { id } = await create({ books: codes.map((code, index) => ({ code, position: index + 1 })) });
    expect(booksIn(await update({ id, title: 'Renamed', is_ordered: 'no' }))).toBe('A1 B2 C3 D4');
    const reorderedSeries = await update({
      id,
      books: [{ code: codes[3], position: '1–3' }, { code: codes[1] }],
    });
    expect(booksIn(reorderedSeries)).toBe('D1–3 B');
    expect(reorderedSeries).toMatchObject({ title: 'Renamed', is_ordered: false, version: 3 });
    expect(await update({ id, books: '' })).toMatchObject({ books: [] });
  });

  test('rejects unknown books by name, and changes nothing', async () => {
    const before = await create({ books: [{ code: codes[0], position: '1' }] });
    const message = 'No book found with code BK-999999.';
    await expect(update({ id: before.id, books: [{ code: 'BK-999999' }] })).rejects.toMatchObject({
      status: 422,
      errors: { books: message },
    });
    expect(await catalogue.series.get(before.id)).toEqual(before);
  });

  test('finds series by title', async () => {
    const { id } = await create({ title: 'Işık döngüsü' });
    const { items } = await catalogue.series.list(declaration.query.parse({ search: 'ISIK' }));
    expect(items.map((item) => item.id)).toEqual([id]);
  });

  test('contains a book in several series, and loses it with its deletion', async () => {
    const book = await catalogue.addBook({ name: 'Gone' });
    const first = await create({
      books: [
        { code: codes[0], position: '1' },
        { code: book.code, position: '2' },
        { code: codes[1], position: '3' },
      ],
    });
    const second = await create({ books: [{ code: book.code, position: 'I' }] });
    const other = await create({ books: [{ code: codes[0] }] });
    const { references } = await catalogue.books.life.references(catalogue.database.kysely, book.id);
    expect(references.find(({ kind }) => kind === 'series')).toMatchObject({
      total: 2,
      items: [
        { id: second.id, place: 0 },
        { id: first.id, place: 1 },
      ],
    });
    await catalogue.books.remove(book.id, context);
    const holder = await catalogue.series.get(first.id);
    expect([booksIn(holder), holder.version]).toEqual(['A1 B3', 2]);
    expect(await catalogue.series.get(second.id)).toMatchObject({ books: [], version: 2 });
    expect(await catalogue.series.get(other.id)).toEqual(other);
    await expect(update({ id: first.id, version: 1, title: 'Late' })).rejects.toMatchObject({ status: 409 });
  });

  test('deletes its image with the series', async () => {
    const newImage = contextWith({ image: stagedFile('image') });
    const { id } = await catalogue.series.create({ title: 'Pictured' }, newImage);
    const blobs = catalogue.blobs.size;
    await catalogue.series.remove(id, context);
    expect(catalogue.blobs.size).toBe(blobs - 2);
    await expect(catalogue.series.get(id)).rejects.toMatchObject({ status: 404 });
  });
});
