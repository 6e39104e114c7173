import { describe, expect, test } from 'vitest';
import { notSignedIn } from '#server/core/errors';
import { eachDatabase } from '#server/testing/databases';
import { contextWith, createCatalogue, stagedFile } from '#server/testing/factories';

const context = contextWith();

eachDatabase('the book service', async (openEmpty) => {
  const catalogue = createCatalogue(await openEmpty());

  test('creates a book with the default values', async () => {
    const book = await catalogue.addBook({ name: 'Çalıkuşu' });
    expect(book).toMatchObject({
      name: 'Çalıkuşu',
      code: `BK-${String(book.id).padStart(6, '0')}`,
      description: '',
      author: { name: 'The Provider' },
      chapter_count: 0,
      duration: 0,
      reading_time: 0,
      category: null,
      sub_category: null,
      image_url: null,
      thumbnail_url: null,
      audio_url: null,
      is_backup: 1,
      language: 3,
      version: 1,
      chapters: [],
    });
    expect(new Date(book.updated_at ?? '').toISOString()).toBe(book.updated_at);
    expect(await catalogue.books.get(book.id)).toEqual(book);
  });

  test('changes only sent fields, and increases the version', async () => {
    const book = await catalogue.addBook({
      description: 'kept',
      duration: 60,
      is_backup: false,
      language: 1,
    });
    const updatedBook = await catalogue.books.update({ id: book.id, name: 'Other' }, context);
    expect(updatedBook).toMatchObject({
      name: 'Other',
      description: 'kept',
      duration: 60,
      is_backup: 0,
      language: 1,
      version: 2,
      author: book.author,
    });
    const clearedBook = await catalogue.books.update({ id: book.id, description: '' }, context);
    expect(clearedBook).toMatchObject({ name: 'Other', description: '', version: 3 });
  });

  test('rejects a version that is not the stored one, and writes without a version', async () => {
    const book = await catalogue.addBook();
    await catalogue.books.update({ id: book.id, version: 1, name: 'First' }, context);
    await expect(
      catalogue.books.update({ id: book.id, version: 1, name: 'Second' }, context),
    ).rejects.toMatchObject({
      status: 409,
      message: 'This book was changed by someone else since you opened it.',
    });
    expect(await catalogue.books.update({ id: book.id, name: 'Third' }, context)).toMatchObject({
      name: 'Third',
      version: 3,
    });
  });

  test('returns 404 for books that do not exist', async () => {
    const notFound = { status: 404, message: 'This book doesn’t exist or was deleted.' };
    await expect(catalogue.books.get(999_999)).rejects.toMatchObject(notFound);
    await expect(catalogue.books.update({ id: 999_999 }, context)).rejects.toMatchObject(notFound);
    await expect(catalogue.books.remove(999_999, context)).rejects.toMatchObject(notFound);
    await expect(catalogue.books.replaceChapters(999_999, [], context)).rejects.toMatchObject(notFound);
  });

  describe('authors', () => {
    test.each([
      ['Aylın IRMAK', 'aylın  irmak', true],
      ['José Ruiz', '  JOSÉ   ruiz', true],
      ['Zoë Cafe\u0301', 'zoe\u0308 café', true],
      ['İpek Su', 'ipek su', true],
      ['Ali Sari', 'Alı Sarı', false],
      ['finn 1', 'ﬁnn ①', false],
      ['Ｗide', 'Wide', false],
      ['Jose Ruiz', 'José Ruiz', false],
    ])('treats %j and %j as one author: %j', async (first, second, isOne) => {
      const book = await catalogue.addBook({ author: { name: first } });
      const two = await catalogue.addBook({ author: { id: 777, name: second } });
      expect(two.author.id === book.author.id).toBe(isOne);
      expect(book.author.name).toBe(first);
      if (isOne) expect(two.author.name).toBe(first);
    });

    test('ignores an id that does not match the name', async () => {
      const stranger = await catalogue.addBook({ author: { name: 'A Stranger' } });
      const book = await catalogue.addBook({ author: { id: stranger.author.id, name: 'Someone Else' } });
      expect(book.author).toMatchObject({ name: 'Someone Else' });
      const updatedBook = await catalogue.books.update(
        { id: book.id, author: { id: stranger.author.id, name: '' } },
        context,
      );
      expect(updatedBook.author.name).toBe('The Provider');
    });
  });

  describe('categories', () => {
    test('resolves and checks codes, which imply each other', async () => {
      const novels = await catalogue.addCategory('Novels');
      const poems = await catalogue.addCategory('Poems');
      const crime = await catalogue.addSubCategory('Crime', novels.code);
      const newBook = await catalogue.addBook({ sub_category_code: crime.code });
      expect(newBook).toMatchObject({
        category: { code: novels.code, name: 'Novels' },
        sub_category: { code: 'crime' },
      });

      const put = (input: object) => catalogue.books.update({ id: newBook.id, ...input }, context);
      await expect(put({ category_code: 'none' })).rejects.toMatchObject({
        status: 422,
        errors: { category_code: expect.any(String) },
      });
      await expect(put({ sub_category_code: 'none' })).rejects.toMatchObject({
        status: 422,
        errors: { sub_category_code: expect.any(String) },
      });
      await expect(put({ category_code: poems.code, sub_category_code: crime.code })).rejects.toMatchObject({
        status: 422,
        errors: { sub_category_code: expect.any(String) },
      });
      expect(await put({ name: 'Same place' })).toMatchObject({ sub_category: { code: crime.code } });
      expect(await put({ category_code: novels.code })).toMatchObject({ sub_category: { code: crime.code } });
      expect(await put({ category_code: novels.code, sub_category_code: '' })).toMatchObject({
        category: { code: novels.code },
        sub_category: null,
      });
      expect(await put({ category_code: poems.code })).toMatchObject({
        category: { code: poems.code },
        sub_category: null,
      });
      expect(await put({ category_code: '' })).toMatchObject({ category: null, sub_category: null });
    });
  });

  describe('files', () => {
    test('are stored and deleted with their rows', async () => {
      const before = new Set(catalogue.blobs);
      const addedBlobs = () => [...catalogue.blobs].filter((key) => !before.has(key));
      const files = { image: stagedFile('image'), audio: stagedFile('audio') };
      const book = await catalogue.books.create({ name: 'With files' }, contextWith(files));
      expect(book).toMatchObject({ duration: 90, reading_time: 90 });
      const keys = [book.image_url, book.thumbnail_url, book.audio_url].map((url) =>
        url?.replace('/media/', ''),
      );
      expect(new Set(addedBlobs())).toEqual(new Set(keys));

      const updatedBook = await catalogue.books.update({ id: book.id, duration: 30 }, contextWith());
      expect(updatedBook).toMatchObject({
        image_url: book.image_url,
        audio_url: book.audio_url,
        duration: 30,
      });

      const bookWithImage = await catalogue.books.update(
        { id: book.id },
        contextWith({ image: stagedFile('image') }),
      );
      expect(bookWithImage.image_url).not.toBe(book.image_url);
      expect(addedBlobs()).toHaveLength(3);
      expect(addedBlobs()).not.toContain(keys[0]);

      const failingUpdate = catalogue.books.update(
        { id: book.id, category_code: 'none' },
        contextWith({ image: stagedFile('image') }),
      );
      await expect(failingUpdate).rejects.toMatchObject({ status: 422 });
      expect(addedBlobs()).toHaveLength(3);

      await catalogue.books.remove(book.id, context);
      expect(addedBlobs()).toEqual([]);
      expect(await catalogue.database.kysely.selectFrom('files').selectAll().execute()).toEqual([]);
    });
  });

  describe('chapters', () => {
    test('are counted, and replace an entered number', async () => {
      const book = await catalogue.books.create({ name: 'Told', chapter_count: 7 }, context);
      expect(book).toMatchObject({ chapter_count: 7, has_chapters: false });
      const chapters = ['One', 'Two'].map((name) => ({ name, duration: 60, text_items: [] }));
      await catalogue.books.replaceChapters(book.id, chapters, context);
      const updatedBook = await catalogue.books.update(
        { id: book.id, name: 'Retold', chapter_count: 9 },
        context,
      );
      expect(updatedBook).toMatchObject({ name: 'Retold', chapter_count: 2, has_chapters: true });

      await catalogue.books.replaceChapters(book.id, [], context);
      const bookWithCount = await catalogue.books.update({ id: book.id, chapter_count: 9 }, context);
      expect(bookWithCount).toMatchObject({ chapter_count: 9, has_chapters: false });
    });

    test('are replaced as a whole, set the reading time, and play from their own or the book’s file', async () => {
      const files = { audio: stagedFile('audio') };
      const book = await catalogue.books.create({ name: 'Told', language: 3 }, contextWith(files));
      const audio = await catalogue.storage.storeAudio(stagedFile('audio'));
      const storyBook = await catalogue.books.replaceChapters(
        book.id,
        [
          { name: 'One', duration: 0, audio, text_items: [] },
          { name: 'Two', duration: 0, start: 10, end: 70.5, text_items: [] },
          { name: 'Three', duration: 5, code: 'THREE', text_items: [] },
        ],
        context,
      );
      expect(storyBook).toMatchObject({ chapter_count: 3, reading_time: 90 + 61 + 5, version: 2 });
      expect(storyBook.chapters).toMatchObject([
        { name: 'One', code: 'CH-01', duration: 90, track_url: `/media/${audio.audio_key}` },
        { name: 'Two', code: 'CH-02', duration: 61, track_url: `${book.audio_url}#t=10,70.5` },
        { name: 'Three', code: 'THREE', duration: 5, track_url: null },
      ]);
      expect((await catalogue.list({ with_chapters: '1' })).items[0]).toEqual(storyBook);

      const updatedBook = await catalogue.books.replaceChapters(
        book.id,
        [
          {
            name: 'Text',
            duration: 7,
            text_items: [{ text: 'word '.repeat(456) }, { text: 'end', code: 'END' }],
          },
        ],
        context,
      );
      expect(updatedBook.reading_time).toBe(Math.round((457 * 60) / 228));
      expect(updatedBook.chapters?.[0]?.text_items.map(({ code }) => code)).toEqual(['T-01', 'END']);
      expect(catalogue.blobs.has(audio.audio_key)).toBe(false);
      expect((await catalogue.books.update({ id: book.id, language: 1 }, context)).reading_time).toBe(
        Math.round((457 * 60) / 166),
      );

      const twice = [{ name: 'A', duration: 0, code: 'X', text_items: [] }];
      await expect(
        catalogue.books.replaceChapters(book.id, [...twice, ...twice], context),
      ).rejects.toMatchObject({
        status: 422,
      });

      const late = await catalogue.storage.storeAudio(stagedFile('audio'));
      const endedSession = { authorize: () => Promise.reject(notSignedIn()) };
      await expect(
        catalogue.books.replaceChapters(
          book.id,
          [{ name: 'Late', duration: 0, audio: late, text_items: [] }],
          endedSession,
        ),
      ).rejects.toMatchObject({ status: 401 });
      expect(catalogue.blobs.has(late.audio_key)).toBe(false);
      expect((await catalogue.books.get(book.id)).chapters).toMatchObject([{ name: 'Text' }]);

      await catalogue.books.remove(book.id, context);
      expect(await catalogue.database.kysely.selectFrom('chapters').selectAll().execute()).toEqual([]);
      expect(await catalogue.database.kysely.selectFrom('text_items').selectAll().execute()).toEqual([]);
    });
  });

  test('creates books concurrently, each with its own id and all with one author', async () => {
    const books = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        catalogue.addBook({ name: `Together ${index}`, author: { name: 'One For All' } }),
      ),
    );
    expect(new Set(books.map(({ id }) => id)).size).toBe(20);
    expect(new Set(books.map(({ author }) => author.id)).size).toBe(1);
  });

  test('returns the stored result of a repeated create', async () => {
    let storedResult: unknown;
    const repeatedContext = {
      ...contextWith({ image: stagedFile('image') }),
      findStoredResult: async () => storedResult,
      storeResult: async (_: unknown, item: unknown) => {
        storedResult = item;
      },
    };
    const blobs = catalogue.blobs.size;
    const first = await catalogue.books.create({ name: 'Once' }, repeatedContext);
    const second = await catalogue.books.create({ name: 'Once' }, repeatedContext);
    expect(second).toEqual(first);
    expect((await catalogue.list({ search: 'once' })).total).toBe(1);
    expect(catalogue.blobs.size).toBe(blobs + 2);
  });
});
