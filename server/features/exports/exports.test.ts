import { afterAll, expect, test } from 'vitest';
import { makeExportedBook } from '#server/testing/exported-book';
import type { Book } from '#contract/books/books';
import { inTransaction } from '#server/core/db/transaction';
import { readBookContent } from '#server/features/book-content/book-content-rows';
import { saveBookContent } from '#server/features/book-content/save-book-content';
import { readAudio } from '#server/features/imports/parsers/audio';
import { readEpub } from '#server/features/imports/parsers/epub';
import { openArchive } from '#server/features/imports/parsers/archive';
import { sourceOfBuffer } from '#server/core/media/source';
import { makeM4b, makeMp3 } from '#server/testing/audio-files';
import { eachDatabase } from '#server/testing/databases';
import { makeEpub } from '#server/testing/epub-files';
import { type UploadedFiles, openImportsOn } from '#server/testing/import-batches';
import { settingsOf } from '#server/testing/settings';
import { makeImage } from '#server/testing/media-files';
import { exportEpub, exportZip } from './export-archive.ts';
import { makeCueSheet } from './export-cue.ts';
import { gatherBook } from './gather.ts';

async function bytesOf(stream: AsyncIterable<unknown>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Returns the content of a book that is the same in every catalogue. */
const contentOf = ({
  name,
  author,
  narrator,
  description,
  year,
  language,
  duration,
  reading_time,
  chapters = [],
}: Book) => ({
  name,
  author: author.name,
  narrator,
  description,
  year,
  language,
  duration,
  reading_time,
  chapters: chapters.map((chapter) => ({
    name: chapter.name,
    code: chapter.code,
    duration: chapter.duration,
    timeRange: chapter.track_url?.split('#')[1],
    hasAudio: chapter.track_url !== null,
    texts: chapter.text_items.map(({ code, text }) => ({ code, text })),
  })),
});

eachDatabase('exports', async (openEmpty, engine) => {
  const database = await openEmpty();
  const batches = await openImportsOn(database, engine);
  afterAll(() => batches.close());

  async function addBook(files: UploadedFiles): Promise<Book> {
    const [proposal] = await batches.uploadBatch(files);
    const acceptedBook = await batches.imports.accept(
      { id: proposal?.id ?? 0, version: undefined, book_version: undefined },
      batches.context,
    );
    return batches.books.get(acceptedBook.id);
  }
  const gather = async (book: Book) => gatherBook(database.kysely, book);

  const epub = async () =>
    makeEpub({
      title: 'Fish & <Chips>',
      author: 'Ada "A." Marsh',
      language: 'tr',
      metadata: '<dc:description>Two\n\nlines &amp; more</dc:description><dc:date>1924</dc:date>',
      cover: await makeImage('png'),
      chapters: [
        { title: 'One & only', paragraphs: ['First < second.', 'Üç "dört" 𝄞.'] },
        { title: 'Two', paragraphs: ['Last.'] },
      ],
    });

  test('includes cover, contents, texts and ISBN in an EPUB, which can be imported', async () => {
    const { id } = await addBook({ 'a.epub': epub() });
    const book = await batches.books.update(
      { id, isbn: '979-10-90636-07-1', publisher: 'Gull & Tern', imprint: 'Lantern' },
      batches.context,
    );
    const parsedEpub = await readEpub(
      sourceOfBuffer(
        await bytesOf(exportEpub({ blobs: batches.blobs, staging: batches.staging }, await gather(book))),
      ),
    );
    expect(parsedEpub.fields.name?.[0]?.value).toBe('Fish & <Chips>');
    expect(parsedEpub.fields.author?.[0]?.value).toBe('Ada "A." Marsh');
    expect(parsedEpub.fields.language?.[0]?.value).toBe('1');
    expect(parsedEpub.fields.isbn?.[0]?.value).toBe('979-10-90636-07-1');
    expect(parsedEpub.fields.publisher?.[0]?.value).toBe('Gull & Tern');
    expect(parsedEpub.texts.map(({ title, items }) => [title, items])).toEqual([
      ['One & only', ['One & only', 'First < second.', 'Üç "dört" 𝄞.']],
      ['Two', ['Two', 'Last.']],
    ]);
    expect(parsedEpub.images).toHaveLength(1);
  });

  test('names contributors with their roles in an EPUB', async () => {
    const contributors = [
      { id: undefined, name: 'Ada Marsh', role: 'author' as const },
      { id: undefined, name: 'Mo & Lind', role: 'translator' as const },
      { id: undefined, name: 'Nora Vale', role: 'narrator' as const },
    ];
    const book = await batches.books.create({ name: 'Sea', contributors }, batches.context);
    const bytes = await bytesOf(
      exportEpub({ blobs: batches.blobs, staging: batches.staging }, await gather(book)),
    );
    const archive = await openArchive(sourceOfBuffer(bytes), { total: 1e9, entry: 1e9 });
    const name = [...archive.sizes.keys()].find((path) => path.endsWith('.opf')) ?? '';
    const metadata = (await archive.read(name)).toString();
    archive.close();
    expect(metadata).toContain('<dc:contributor id="contributor2">Mo &amp; Lind</dc:contributor>');
    expect(metadata).toContain(
      '<meta refines="#contributor2" property="role" scheme="marc:relators">trl</meta>',
    );
    expect(metadata.match(/Ada Marsh|Nora Vale/g)).toEqual(['Ada Marsh', 'Nora Vale']);
    const { fields } = await readEpub(sourceOfBuffer(bytes));
    expect([fields.author?.[0]?.value, fields.narrator?.[0]?.value]).toEqual(['Ada Marsh', 'Nora Vale']);
  });

  test('creates an EPUB from a book without texts and chapters', async () => {
    const book = await batches.books.create({ name: 'Empty' }, batches.context);
    const bytes = await bytesOf(
      exportEpub({ blobs: batches.blobs, staging: batches.staging }, await gather(book)),
    );
    const content = await readEpub(sourceOfBuffer(bytes));
    expect(content.texts.map(({ items }) => items)).toEqual([['Empty']]);
  });

  test('creates an equal book from an exported and imported JSON', async () => {
    const { id } = await addBook({ 'b.epub': epub() });
    const record = { isbn: '978-3-16-148410-0', publication_status: 'active', age_from: 12, keywords: 'sea' };
    const rights = 'EU ..2099-12-31 main; WORLD -US';
    const people = [
      { name: 'Ada "A." Marsh', role: 'author' as const },
      { name: 'Mo Lind', role: 'translator' as const },
      { name: 'Nora Vale', role: 'narrator' as const },
      { name: 'Lee, Bo', role: 'narrator' as const },
    ];
    const book = await batches.books.update(
      {
        id,
        ...record,
        rights,
        custom: { season: 2.5 },
        publisher: 'Gull',
        imprint: 'Lantern',
        contributors: people.map((entry) => ({ ...entry, id: undefined })),
      },
      batches.context,
    );
    const { book: exported } = await gather(book);
    await batches.books.update({ id, isbn: '' }, batches.context);
    const again = await addBook({ 'b.json': Buffer.from(JSON.stringify(exported)) });
    expect(contentOf(again)).toEqual(contentOf(book));
    const { publisher, imprint } = book;
    expect(again).toMatchObject({
      ...record,
      rights: book.rights,
      publisher,
      imprint,
      custom: { season: 2.5 },
    });
    expect(again.rights).toHaveLength(2);
    expect(again.contributors?.map(({ name, role }) => ({ name, role }))).toEqual(people);
  });

  test('leaves out invalid and unknown values in an imported JSON', async () => {
    const { book: exported } = await gather(await batches.books.create({ name: 'A' }, batches.context));
    const custom = { season: 'two', mood: 'Calm' };
    const publication_record = { doi: 'none', age_from: 12, age_to: 8, keywords: ' sea ', colour: 'red' };
    const book = await addBook({
      'b.json': Buffer.from(JSON.stringify({ ...exported, publication_record, custom })),
    });
    expect(book).toMatchObject({ age_from: 12, keywords: 'sea' });
    for (const name of ['doi', 'age_to', 'colour', 'custom']) expect(book).not.toHaveProperty(name);
  });

  test('keeps the first edition in an imported JSON if it exists, and reports it otherwise', async () => {
    const first = await batches.books.create({ name: 'The first' }, batches.context);
    const { id } = await batches.books.create({ name: 'Next', edition_of: first.code }, batches.context);
    const { book: exported } = await gather(await batches.books.get(id));
    const fileOf = (edition_of: object) => ({
      'b.json': Buffer.from(JSON.stringify({ ...exported, edition_of })),
    });
    expect((await addBook({ 'b.json': Buffer.from(JSON.stringify(exported)) })).edition_of?.id).toBe(
      first.id,
    );
    // On another server, the code belongs to another book.
    const [other] = await batches.uploadBatch(fileOf({ code: first.code, name: 'Another' }));
    expect(other?.warnings[0]).toMatchObject({
      kind: 'edition',
      message: `The book is an edition of “Another” (${first.code}), which is not in the catalogue.`,
    });
    expect(await addBook(fileOf({ code: 'BK-999999', name: 'None' }))).not.toHaveProperty('edition_of');
  });

  test.each<[string, () => Promise<UploadedFiles>]>([
    [
      'a file a chapter',
      async () => ({
        'The Storm/01 Lamp.mp3': makeMp3({
          seconds: 3,
          tags: { TALB: 'The Storm', TPE1: 'Ada', TCOM: 'Nora' },
        }),
        'The Storm/02 Morning.mp3': makeMp3({
          seconds: 2,
          tags: { TALB: 'The Storm', TPE1: 'Ada', TCOM: 'Nora' },
        }),
        'The Storm/cover.png': await makeImage('png'),
      }),
    ],
    [
      'chapters of one file, and texts',
      async () => ({
        'x/book.m4b': await makeM4b({
          tags: { '©nam': 'Harbour' },
          chapters: [
            { title: 'One', start: 0 },
            { title: 'Two', start: 1 },
          ],
        }),
        'x/book.epub': await epub(),
      }),
    ],
  ])('creates an equal book from a ZIP of %s', async (_what, files) => {
    const book = await addBook(await files());
    const zip = await bytesOf(
      exportZip({ blobs: batches.blobs, staging: batches.staging }, await gather(book), 'A book'),
    );
    const archive = await openArchive(sourceOfBuffer(zip), { total: 1e9, entry: 1e9 });
    expect([...archive.sizes.keys()]).toContain('A book/book.json');
    expect([...archive.sizes.keys()]).toContain('A book/A book.cue');
    archive.close();
    const again = await addBook({ 'a.zip': zip });
    expect(contentOf(again)).toEqual(contentOf(book));
    expect(again.image_url === null).toBe(book.image_url === null);
  });

  test('includes one file per chapter, tags and a cue sheet in a ZIP of a book in one file', async () => {
    const book = await addBook({
      'book.m4b': makeM4b({
        tags: { '©nam': 'Harbour', '©ART': 'Ada Marsh', '©wrt': 'Nora Vale', '©pub': 'Gull', '©day': '1931' },
        chapters: [
          { title: 'One', start: 0 },
          { title: 'Two: the "lamp"', start: 1.25 },
        ],
      }),
    });
    await batches.series.create(
      { title: 'Bays', books: [{ code: book.code, position: '2.5' }] },
      batches.context,
    );
    await batches.books.update({ id: book.id, other_identifiers: 'ASIN: B00ABCDEFG' }, batches.context);
    const zip = await bytesOf(
      exportZip(
        { blobs: batches.blobs, staging: batches.staging },
        await gather(await batches.books.get(book.id)),
        'Harbour',
      ),
    );
    const archive = await openArchive(sourceOfBuffer(zip), { total: 1e9, entry: 1e9 });
    const names = ['Harbour/001 One.m4b', 'Harbour/002 Two the lamp.m4b'];
    expect([...archive.sizes.keys()].filter((name) => name.endsWith('.m4b'))).toEqual(names);
    const archives = await Promise.all(
      names.map(async (name) => readAudio(sourceOfBuffer(await archive.read(name)))),
    );
    expect(archives).toMatchObject([
      { title: 'One', album: 'Harbour', track: 1 },
      { title: 'Two: the "lamp"', album: 'Harbour', track: 2 },
    ]);
    expect(archives[1]).toMatchObject({
      series: [{ title: 'Bays', position: '2.5' }],
      identifiers: 'ASIN: B00ABCDEFG',
    });
    expect(archives[1]?.fields).toMatchObject({
      author: [{ value: 'Ada Marsh' }],
      narrator: [{ value: 'Nora Vale' }],
      publisher: [{ value: 'Gull' }],
      year: [{ value: '1931' }],
    });
    expect((await archive.read('Harbour/Harbour.cue')).toString()).toContain(
      'FILE "002 Two the lamp.m4b" WAVE\r\n  TRACK 02 AUDIO\r\n    TITLE "Two: the \'lamp\'"\r\n    INDEX 01 00:00:00',
    );
    archive.close();
    const again = await addBook({ 'harbour.zip': zip });
    const partless = (item: Book) =>
      contentOf(item).chapters.map((chapter) => ({ ...chapter, timeRange: undefined }));
    expect(partless(again)).toEqual(partless(book));
    expect(again.chapters?.map(({ track_url }) => track_url?.includes('#'))).toEqual([false, false]);
  });

  const bookContentOf = async ({ id }: Book) => {
    const { chapters } = await readBookContent(database.kysely, id, true);
    return chapters.map(({ code, is_locked, audio_without_text, text_items = [] }) => ({
      code,
      is_locked,
      audio_without_text,
      texts: text_items.map(({ id: _id, ...text }) => text),
    }));
  };
  const readStored = async (key: string): Promise<Buffer> => {
    const stream = await batches.blobs.open(key);
    if (!stream) throw new Error(`The blob ${key} is missing.`);
    return bytesOf(stream);
  };
  async function timedBook() {
    const book = await addBook({
      'y/book.m4b': await makeM4b({
        tags: { '©nam': 'Harbour' },
        chapters: [
          { title: 'One', start: 0 },
          { title: 'Two', start: 1 },
        ],
      }),
      'y/book.epub': makeEpub({
        title: 'Harbour',
        author: 'Ada',
        language: 'en',
        chapters: [
          { title: 'One', paragraphs: ['First. Second.', 'Third.'] },
          { title: 'Two', paragraphs: ['Last.', 'Never read.'] },
        ],
      }),
    });
    const [left, right] = (await readBookContent(database.kysely, book.id, true)).chapters;
    const [heading, first] = left?.text_items ?? [];
    const [, last, unread] = right?.text_items ?? [];
    await inTransaction(database, (trx) =>
      saveBookContent(
        trx,
        {
          id: book.id,
          chapters: [
            {
              id: left?.id,
              is_locked: true,
              text_items: (left?.text_items ?? []).map(({ id }) => ({
                id,
                ...(id === heading?.id && { start: 0.125, end: 0.25 }),
                ...(id === first?.id && {
                  start: 0.5,
                  end: 0.9,
                  confidence: 0.75,
                  state: 'low_confidence' as const,
                  sentences: [
                    {
                      from: 0,
                      to: 6,
                      start: 0.5,
                      end: 0.75,
                      confidence: 0.75,
                      state: 'low_confidence' as const,
                    },
                    { from: 7, to: 14, start: 0.75, end: 0.9, confidence: 0.875, state: 'aligned' as const },
                  ],
                }),
              })),
            },
            {
              id: right?.id,
              audio_without_text: [{ start: 1.75, end: 1.9 }],
              text_items: (right?.text_items ?? []).map(({ id }, index) => ({
                id,
                code: `K-${index}`,
                ...(id === last?.id && { start: 1.25, end: 1.5 }),
                ...(id === unread?.id && { state: 'missing_in_audio' as const }),
              })),
            },
          ],
        },
        { userId: null, settings: settingsOf({ provider_name: 'The Provider' }).values() },
      ),
    );
    return book;
  }

  test('restores times of texts from an exported JSON, with or without its audio', async () => {
    const book = await timedBook();
    const { book: exported, audios } = await gather(book);
    const json = Buffer.from(JSON.stringify(exported));
    const before = await bookContentOf(book);
    expect(before.flatMap(({ texts }) => texts.map(({ state }) => state))).toEqual(
      expect.arrayContaining(['anchor', 'low_confidence', 'missing_in_audio', null]),
    );
    expect(await bookContentOf(await addBook({ 'b.json': json }))).toEqual(before);
    const [[name, key] = ['', '']] = audios;
    const audio = await readStored(key);
    expect(await bookContentOf(await addBook({ 'z/book.json': json, [`z/${name}`]: audio }))).toEqual(before);
  });

  test('restores times of texts from a ZIP, relative to its clips', async () => {
    const book = await timedBook();
    const zip = await bytesOf(
      exportZip({ blobs: batches.blobs, staging: batches.staging }, await gather(book), 'Harbour'),
    );
    const [first, second] = await bookContentOf(book);
    const again = await bookContentOf(await addBook({ 'harbour.zip': zip }));
    expect(again[0]).toEqual(first);
    expect(again[1]?.audio_without_text).toEqual([{ start: 0.75, end: 0.9 }]);
    expect(again[1]?.texts).toEqual(
      second?.texts.map((text) => (text.start === null ? text : { ...text, start: 0.25, end: 0.5 })),
    );
  });

  test('removes times of texts when the audio differs', async () => {
    const book = await timedBook();
    const { book: exported, audios } = await gather(book);
    const [[name, key] = ['', '']] = audios;
    const audio = await readStored(key);
    const [proposal] = await batches.uploadBatch({
      'z/book.json': Buffer.from(JSON.stringify(exported)),
      [`z/${name}`]: audio,
    });
    const chapters = (proposal?.chapters ?? []).map((chapter) => ({ ...chapter, audio: null }));
    await batches.imports.update(
      { id: proposal?.id ?? 0, version: proposal?.version, chapters },
      batches.context,
    );
    const { id } = await batches.imports.accept(
      { id: proposal?.id ?? 0, version: undefined, book_version: undefined },
      batches.context,
    );
    const times = (await bookContentOf(await batches.books.get(id))).flatMap(({ texts }) =>
      texts.map(({ start, sentences }) => [start, sentences]),
    );
    expect(new Set(times.map((time) => JSON.stringify(time)))).toEqual(new Set(['[null,[]]']));
  });

  test('rejects other JSON as unsupported', async () => {
    const [proposal] = await batches.uploadBatch({ 'c.json': Buffer.from('{"name": "x"}') });
    expect(proposal).toMatchObject({ state: 'failed', error: 'This JSON file isn’t a Lectern book export.' });
  });
});

test('writes the starts of chapters to a cue sheet in frames', () => {
  const chapter = (name: string, start: number | null) => ({
    code: '',
    name,
    duration: 1,
    texts: [],
    audio: { file: 'a.mp3', start, end: null },
  });
  const spreadsheet = makeCueSheet(
    makeExportedBook({
      code: '',
      name: 'A "book"',
      chapters: [chapter('One', null), chapter('Two', 3725.5)],
    }),
  );
  expect(spreadsheet).toBe(
    'PERFORMER "Ada"\r\nTITLE "A \'book\'"\r\nFILE "a.mp3" MP3\r\n  TRACK 01 AUDIO\r\n    TITLE "One"\r\n    INDEX 01 00:00:00\r\n  TRACK 02 AUDIO\r\n    TITLE "Two"\r\n    INDEX 01 62:05:38\r\n',
  );
});
