import { beforeAll, expect, test } from 'vitest';
import type { Book } from '#contract/books/books';
import { storyBooks as declaration } from '#contract/story-books/story-books';
import { contextWith, createCatalogue } from '#server/testing/factories';
import { eachDatabase } from '#server/testing/databases';

const context = contextWith();

eachDatabase('the story book service', async (openEmpty) => {
  const catalogue = createCatalogue(await openEmpty());
  let book: Book;
  let other: Book;
  const chapters = ['One', 'Two'].map((name) => ({
    name,
    duration: 60,
    text_items: [{ text: `First of ${name}` }, { text: `Second of ${name}` }],
  }));
  const addBookWithTexts = async (name: string) =>
    catalogue.books.replaceChapters((await catalogue.addBook({ name })).id, chapters, context);
  beforeAll(async () => {
    book = await addBookWithTexts('Tides');
    other = await addBookWithTexts('Kettles');
  });

  /** The codes of a text of a book, by positions from 0. */
  const codesOf = ({ code, chapters: contents }: Book, chapter: number, text: number) => ({
    book_code: code,
    chapter_code: contents?.[chapter]?.code ?? '',
    text_item_code: contents?.[chapter]?.text_items?.[text]?.code ?? '',
  });
  const create = (story_items: object[], title = 'Story') =>
    catalogue.storyBooks.create(declaration.create.parse({ title, story_items }), context);
  const update = (input: object) => catalogue.storyBooks.update(declaration.update.parse(input), context);

  test('stores items in order, with the names of their books', async () => {
    const items = [codesOf(other, 1, 0), { ...codesOf(book, 0, 1), is_featured: true }, codesOf(book, 0, 1)];
    const story = await create(items);
    expect(story.story_items).toEqual([
      { ...items[0], is_featured: false, book: { name: 'Kettles' } },
      { ...items[1], is_featured: true, book: { name: 'Tides' } },
      { ...items[2], is_featured: false, book: { name: 'Tides' } },
    ]);
    expect(await catalogue.storyBooks.get(story.id)).toEqual(story);
    const { items: listed, total } = await catalogue.storyBooks.list(declaration.query.parse({}));
    expect({ listed: listed[0], total }).toEqual({ listed: story, total: 1 });
    expect((await update({ id: story.id, title: 'Renamed' })).story_items).toEqual(story.story_items);
    expect(await update({ id: story.id, story_items: [] })).toMatchObject({ story_items: [], version: 3 });
  });

  test('accepts ids instead of codes, and stores codes', async () => {
    const chapter = book.chapters?.[1];
    const byIds = {
      book_code: String(book.id),
      chapter_code: String(chapter?.id),
      text_item_code: String(chapter?.text_items?.[0]?.id),
    };
    const { story_items } = await create([byIds]);
    expect(story_items).toEqual([{ ...codesOf(book, 1, 0), is_featured: false, book: { name: 'Tides' } }]);
  });

  const wrong = [
    ['book_code', 'BK-777777', 'No book found with code BK-777777.'],
    ['book_code', '2147483648', 'No book found with code 2147483648.'],
    ['book_code', 'bk-000001', 'No book found with code bk-000001.'],
    ['chapter_code', 'X-9', 'The book “Tides” has no chapter with code X-9.'],
    ['text_item_code', '0', 'The chapter “One” of “Tides” has no text item with code 0.'],
  ] as const;

  test.each(wrong)('reports a wrong %s: %s', async (field, code, message) => {
    const reference = { ...codesOf(book, 0, 0), [field]: code };
    expect(await catalogue.storyBooks.check(reference)).toEqual({
      field,
      errorInfo: { code: 'reference.unknown', message },
    });
  });

  test('resolves valid codes, and never to a chapter of another book', async () => {
    expect(await catalogue.storyBooks.check(codesOf(book, 0, 0))).toMatchObject({ book_name: 'Tides' });
    const strange = { ...codesOf(book, 0, 0), chapter_code: String(other.chapters?.[0]?.id) };
    expect(await catalogue.storyBooks.check(strange)).toMatchObject({ field: 'chapter_code' });
  });

  test('rejects a save with one message per wrong item, and changes nothing', async () => {
    const story = await create([codesOf(book, 0, 0)]);
    const bad = wrong.map(([field, code]) => ({ ...codesOf(book, 0, 0), [field]: code }));
    const errors = Object.fromEntries(
      wrong.map(([field, , text], index) => [`story_items.${index + 1}.${field}`, text]),
    );
    await expect(
      update({ id: story.id, title: 'Never', story_items: [codesOf(book, 0, 0), ...bad] }),
    ).rejects.toMatchObject({ status: 422, errors });
    expect(await catalogue.storyBooks.get(story.id)).toEqual(story);
  });

  test('keeps the codes of a deleted book without the book, and increases the version', async () => {
    const deletedBook = await addBookWithTexts('Gone');
    const codes = codesOf(deletedBook, 0, 0);
    const story = await create([codes, codesOf(book, 0, 0)]);
    await catalogue.books.remove(deletedBook.id, context);
    const left = await catalogue.storyBooks.get(story.id);
    expect(left.version).toBe(2);
    expect(left.story_items.map(({ book: named }) => named)).toEqual([null, { name: 'Tides' }]);
    expect(left.story_items[0]).toMatchObject(codes);
    await expect(update({ id: story.id, version: 1 })).rejects.toMatchObject({ status: 409 });
  });

  test('loses a deleted text, and finds it again when it has the same codes', async () => {
    const story = await create([codesOf(other, 1, 1)]);
    const readNames = async () => (await catalogue.storyBooks.get(story.id)).story_items[0]?.book;
    await catalogue.books.replaceChapters(other.id, chapters.slice(0, 1), context);
    expect(await readNames()).toBeNull();
    await catalogue.books.replaceChapters(other.id, chapters, context);
    expect(await readNames()).toEqual({ name: 'Kettles' });
  });

  test('checks a thousand items in one request', async () => {
    const story = await create(Array.from({ length: 1_000 }, (_, index) => codesOf(book, index % 2, 0)));
    expect(story.story_items).toHaveLength(1_000);
  });
});
