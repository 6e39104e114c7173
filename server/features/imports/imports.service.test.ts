import { afterAll, expect, test } from 'vitest';
import type { ExportedBook } from '#contract/exports/exported-book';
import type { ImportProposal } from '#contract/imports/import-proposal';
import type { ContentTextItemInput } from '#contract/book-content/book-content';
import { checkDatabase } from '#server/features/system/check/database';
import { epubFiles } from '#server/features/exports/export-epub';
import type { AudioFile } from '#server/features/exports/audio-files';
import { readBookContent } from '#server/features/book-content/book-content-rows';
import { saveBookContent } from '#server/features/book-content/save-book-content';
import { makeM4b, makeMp3 } from '#server/testing/audio-files';
import { openTestBlobStore } from '#server/testing/blob-stores';
import { eachDatabase } from '#server/testing/databases';
import { addUserRow, createCatalogue } from '#server/testing/factories';
import { makeEpub } from '#server/testing/epub-files';
import { openImports } from '#server/testing/import-batches';
import { makeImage } from '#server/testing/media-files';
import { settingsOf } from '#server/testing/settings';
import { makeZip } from '#server/testing/zip-files';

const chapterOf = (name: string) => ({
  title: name,
  paragraphs: [`It was ${name} that he saw.`, `And it was the ${name} of old.`],
});
const epub = (title = 'The Lighthouse', author = 'Ada Marsh') =>
  makeEpub({ title, author, chapters: ['lamp', 'storm', 'morning'].map(chapterOf) });
const mp3 = (tags: Record<string, string> = {}, seconds = 2) => makeMp3({ seconds, tags });

const fileOf = ({ files }: ImportProposal, path: string): number =>
  files.findIndex((file) => file.path === path);

const exportedWith = (texts: readonly string[]): ExportedBook => ({
  format: 'lectern-book',
  version: 1,
  code: 'b1',
  name: 'Spoken',
  author: 'Ada Marsh',
  narrator: '',
  description: '',
  year: 0,
  isbn: '',
  publisher: '',
  imprint: '',
  language: 3,
  category_code: null,
  sub_category_code: null,
  chapters: [
    {
      code: 'c1',
      name: 'Dawn',
      duration: 6,
      audio: { file: '1.mp3', start: null, end: null },
      texts: texts.map((text, index) => ({ code: `t${index}`, text })),
    },
  ],
});

eachDatabase('imports', async (openEmpty, engine) => {
  const database = await openEmpty();
  const store = await openTestBlobStore(engine.name === 'SQLite' ? 'folder' : 's3');
  const batches = await openImports(database, store.blobs);

  afterAll(async () => {
    await batches.close();
    await store.close();
  });

  /** Checks the invariants of every import: counters are correct, and blobs match rows. */
  async function expectWhole(): Promise<void> {
    expect(await checkDatabase(database)).toEqual([]);
    const { blobs, rows } = await batches.keys();
    expect(blobs).toEqual(rows);
  }

  test('stores nothing for a user who was suspended after the upload', async () => {
    const userId = await addUserRow(database, 'importer@example.org');
    const permissions = JSON.stringify(['books:edit']);
    const set = (is_suspended: 0 | 1) =>
      database.kysely
        .updateTable('users')
        .set({ is_suspended, permissions })
        .where('id', '=', userId)
        .execute();
    await set(1);
    const { id } = await batches.begin({ 'lighthouse.epub': epub() }, userId);
    await expect(batches.read(id)).rejects.toMatchObject({ status: 403 });
    expect((await batches.imports.get(id)).state).toBe('reading');
    await set(0);
    await batches.read(id);
    expect((await batches.imports.get(id)).state).toBe('ready');
    await batches.imports.remove(id);
    await expectWhole();
  });

  test('creates a book with chapters, texts and a cover from an EPUB', async () => {
    const cover = await makeImage('png');
    const [proposal, ...others] = await batches.uploadBatch({
      'lighthouse.epub': makeEpub({
        title: 'The Lamp',
        cover,
        chapters: ['lamp', 'storm', 'morning'].map(chapterOf),
      }),
    });
    if (!proposal) throw new Error('There is no proposal.');
    expect(others).toEqual([]);
    expect(proposal).toMatchObject({
      state: 'ready',
      name: 'The Lamp',
      author: 'Ada Marsh',
      chapter_count: 3,
      text_count: 9,
      warnings: [],
      cover: 0,
    });
    expect(proposal.fields.name).toEqual({
      value: 'The Lamp',
      source: 'epub',
      candidates: [
        { value: 'The Lamp', source: 'epub' },
        { value: 'lighthouse', source: 'path' },
      ],
    });
    expect(await batches.imports.texts(proposal.id, 1, { page: 1, items_per_page: 2 })).toEqual({
      items: [
        { position: 0, text: 'storm' },
        { position: 1, text: 'It was storm that he saw.' },
      ],
      total: 3,
    });
    await expectWhole();

    const acceptedBook = await batches.imports.accept(
      { id: proposal.id, version: proposal.version, book_version: undefined },
      batches.context,
    );
    const book = await batches.books.get(acceptedBook.id);
    expect(book).toMatchObject({
      name: 'The Lamp',
      author: { name: 'Ada Marsh' },
      is_backup: 1,
      language: 3,
      chapter_count: 3,
    });
    expect(book.image_url).not.toBeNull();
    expect(
      book.chapters?.map(({ code, name, track_url, text_items }) => [
        code,
        name,
        track_url,
        text_items.map((item) => `${item.code} ${item.text}`),
      ]),
    ).toEqual([
      [
        'CH-01',
        'lamp',
        null,
        ['T-01 lamp', 'T-02 It was lamp that he saw.', 'T-03 And it was the lamp of old.'],
      ],
      [
        'CH-02',
        'storm',
        null,
        ['T-01 storm', 'T-02 It was storm that he saw.', 'T-03 And it was the storm of old.'],
      ],
      [
        'CH-03',
        'morning',
        null,
        ['T-01 morning', 'T-02 It was morning that he saw.', 'T-03 And it was the morning of old.'],
      ],
    ]);
    await expectWhole();
    await expect(
      batches.imports.accept(
        { id: proposal.id, version: undefined, book_version: undefined },
        batches.context,
      ),
    ).rejects.toMatchObject({ status: 409, message: 'This import has already been added to the catalogue.' });
    await batches.books.remove(book.id, batches.context);
    await expectWhole();
    expect((await batches.keys()).blobs).toEqual([]);
  });

  test('creates a book whose chapters are parts of its file from an M4B', async () => {
    const [proposal] = await batches.uploadBatch({
      'book.m4b': makeM4b({
        tags: {
          '©nam': 'The Storm',
          '©alb': 'The Storm',
          '©ART': 'Ada Marsh',
          '©wrt': 'Nora Reader',
          '©day': '1924',
        },
        chapters: [
          { title: 'One', start: 0 },
          { title: 'Two', start: 1 },
        ],
      }),
    });
    if (!proposal) throw new Error('There is no proposal.');
    expect(proposal.files[0]?.audio_url).toMatch(/^\/media\/[0-9a-f]{40}\.m4b$/);
    const { id } = await batches.imports.accept(
      { id: proposal.id, version: undefined, book_version: undefined },
      batches.context,
    );
    const book = await batches.books.get(id);
    expect(book).toMatchObject({
      name: 'The Storm',
      narrator: 'Nora Reader',
      year: 1924,
      duration: 2,
      audio_url: proposal.files[0]?.audio_url,
    });
    expect(
      book.chapters?.map(({ name, track_url }) => [
        name,
        track_url?.replace(book.audio_url ?? '', '').replace(/\.\d+$/, ''),
      ]),
    ).toEqual([
      ['One', '#t=0,1'],
      ['Two', '#t=1,2'],
    ]);
    await expectWhole();
  });

  test('creates a book with one file per chapter from a ZIP of MP3s', async () => {
    const zip = makeZip({
      'The Morning/02 Two.mp3': mp3(),
      'The Morning/01 One.mp3': mp3({}, 3),
      'The Morning/cover.jpg': await makeImage('jpeg'),
      'The Morning/info.txt': 'x',
      '__MACOSX/._x': 'x',
    });
    const [proposal] = await batches.uploadBatch({ 'morning.zip': zip });
    if (!proposal) throw new Error('There is no proposal.');
    expect(proposal.name).toBe('The Morning');
    expect(proposal.warnings).toEqual([]);
    expect(proposal.covers).toHaveLength(1);
    const { id } = await batches.imports.accept(
      { id: proposal.id, version: undefined, book_version: undefined },
      batches.context,
    );
    const book = await batches.books.get(id);
    expect(
      book.chapters?.map(({ name, duration, track_url }) => [
        name,
        duration,
        /^\/media\/[0-9a-f]{40}\.mp3$/.test(track_url ?? ''),
      ]),
    ).toEqual([
      ['One', 3, true],
      ['Two', 2, true],
    ]);
    await expectWhole();
  });

  test('creates one proposal per book, and reports unreadable files without stopping', async () => {
    const proposals = await batches.uploadBatch({
      'a.epub': epub('Alpha'),
      'b.epub': epub('Beta'),
      'broken.epub': (await epub('Gamma')).subarray(0, 500),
      'song.epub': mp3({ TALB: 'Delta' }),
      'paper.pdf': Buffer.from('%PDF-1.4 and so on'),
    });
    expect(proposals.map(({ state, name, error }) => `${state} ${name}: ${error}`).toSorted()).toEqual([
      'failed broken.epub: The archive is damaged and couldn’t be read.',
      'failed paper.pdf: PDF files can’t be imported. Use an EPUB instead.',
      'ready Alpha: null',
      'ready Beta: null',
      'ready Delta: null',
    ]);
    expect(new Set(proposals.map(({ batch_id }) => batch_id)).size).toBe(1);
    await expectWhole();
    const acceptResult = await batches.imports.acceptReady(proposals[0]?.batch_id, batches.context);
    expect(acceptResult).toEqual({ accepted: 3, remaining: 0, failed: [] });
    await expectWhole();
  });

  test('accepts a proposal after a user edited and split it', async () => {
    const [proposal] = await batches.uploadBatch({
      'c.epub': epub('Corrected'),
      'c.m4b': makeM4b({ tags: { '©nam': 'Corrected' } }),
    });
    if (!proposal) throw new Error('There is no proposal.');
    const file = proposal.files.findIndex(({ kind }) => kind === 'audio');
    const updatedProposal = await batches.imports.update(
      {
        id: proposal.id,
        version: proposal.version,
        fields: { name: 'By hand', author: 'Somebody Else', language: '1' },
        chapters: [
          { id: 'x', name: 'First', audio: { file, start: 0, end: 1 }, texts: [{ text: 0, from: 0, to: 2 }] },
          {
            id: 'y',
            name: '',
            audio: { file, start: 1, end: 2 },
            texts: [
              { text: 0, from: 2, to: 3 },
              { text: 2, from: 0, to: 3 },
            ],
          },
        ],
      },
      batches.context,
    );
    expect(updatedProposal).toMatchObject({
      name: 'By hand',
      language: 1,
      chapter_count: 2,
      text_count: 6,
      version: (proposal.version ?? 0) + 1,
    });
    expect(updatedProposal.fields.name).toMatchObject({ value: 'By hand', source: 'manual' });
    await expect(
      batches.imports.update({ id: proposal.id, version: proposal.version, fields: {} }, batches.context),
    ).rejects.toMatchObject({ status: 409 });
    await expect(
      batches.imports.update(
        {
          id: proposal.id,
          version: undefined,
          cover: 5,
          chapters: [
            { id: 'x', name: '', audio: { file: 7, start: 0, end: 1 }, texts: [{ text: 0, from: 1, to: 9 }] },
          ],
        },
        batches.context,
      ),
    ).rejects.toMatchObject({
      status: 422,
      errors: {
        cover: expect.any(String),
        'chapters.0.audio': expect.any(String),
        'chapters.0.texts': expect.any(String),
      },
    });
    const { id } = await batches.imports.accept(
      { id: proposal.id, version: updatedProposal.version, book_version: undefined },
      batches.context,
    );
    const book = await batches.books.get(id);
    expect(book.chapters?.map(({ name, text_items }) => [name, text_items.length])).toEqual([
      ['First', 2],
      ['Chapter 2', 4],
    ]);
    await expectWhole();
  });

  test('parses a failed import again, from the list of imports and from the list of jobs', async () => {
    const fail = async () => {
      const { id } = await batches.begin({ 'again.epub': epub(`Again ${Math.random()}`) });
      await database.kysely
        .updateTable('jobs')
        .set({ state: 'failed', error: 'The file store is not responding.' })
        .where('kind', '=', 'import-read')
        .where('subject_id', '=', String(id))
        .execute();
      await batches.imports.removeExpired();
      expect(await batches.imports.get(id)).toMatchObject({
        state: 'failed',
        error: 'The file store is not responding.',
      });
      return id;
    };
    const first = await fail();
    expect(await batches.imports.retry(first, batches.context)).toMatchObject({
      state: 'reading',
      error: null,
    });
    await batches.read(first);
    expect(await batches.imports.get(first)).toMatchObject({ state: 'ready', warnings: [] });
    await expect(batches.imports.retry(first, batches.context)).rejects.toMatchObject({ status: 409 });
    const second = await fail();
    await batches.read(second);
    expect(await batches.imports.get(second)).toMatchObject({ state: 'ready' });
    const [foreign] = await batches.uploadBatch({ 'x.pdf': Buffer.from('%PDF-1.4') });
    await expect(batches.imports.retry(foreign?.id ?? 0, batches.context)).rejects.toMatchObject({
      status: 409,
    });
    await expect(batches.imports.retry(999_999, batches.context)).rejects.toMatchObject({ status: 404 });
    await expectWhole();
  });

  test('warns of duplicates and names the book', async () => {
    const audio = mp3({ TALB: 'Doubled', TPE1: 'Ada Marsh' }, 5);
    const [first] = await batches.uploadBatch({
      'x/a.mp3': audio,
      'x/b.mp3': mp3({ TALB: 'Doubled', TPE1: 'Ada Marsh' }, 6),
    });
    const { id } = await batches.imports.accept(
      { id: first?.id ?? 0, version: undefined, book_version: undefined },
      batches.context,
    );
    const [second] = await batches.uploadBatch({ 'other.mp3': audio });
    expect(second?.warnings.map(({ kind, book }) => [kind, book?.id])).toEqual([
      ['same_book', id],
      ['same_audio', id],
    ]);
    expect(await batches.imports.acceptReady(second?.batch_id, batches.context)).toMatchObject({
      accepted: 0,
    });

    const comparison = await batches.imports.compare(second?.id ?? 0, id, batches.context.permissions);
    expect(comparison.rows.find(({ field }) => field === 'author')).toMatchObject({
      is_same: true,
      is_proposed: false,
    });
    const mergedBook = await batches.imports.accept(
      {
        id: second?.id ?? 0,
        version: undefined,
        book_id: id,
        book_version: comparison.book_version,
        take: ['chapters'],
      },
      batches.context,
    );
    expect(mergedBook.id).toBe(id);
    const book = await batches.books.get(id);
    expect(book).toMatchObject({ name: 'Doubled', duration: 5, chapter_count: 1 });
    await expectWhole();
  });

  test('locks fields that a user edited', async () => {
    const [first] = await batches.uploadBatch({ 'l.epub': epub('Locked') });
    const { id, version } = await batches.imports.accept(
      { id: first?.id ?? 0, version: undefined, book_version: undefined },
      batches.context,
    );
    await batches.books.update({ id, version, name: 'Locked up', description: undefined }, batches.context);
    const [second] = await batches.uploadBatch({
      'l.epub': makeEpub({ title: 'Locked', metadata: '<dc:description>New words.</dc:description>' }),
    });
    const { rows } = await batches.imports.compare(second?.id ?? 0, id, batches.context.permissions);
    const row = (name: string) => rows.find(({ field }) => field === name);
    expect(row('name')).toMatchObject({
      today: 'Locked up',
      found: 'Locked',
      is_locked: true,
      is_proposed: false,
    });
    expect(row('description')).toMatchObject({ today: '', is_locked: false, is_proposed: true });
    expect(row('author')).toMatchObject({ is_locked: false, is_same: true });
  });

  test('names categories in a comparison', async () => {
    const catalogue = createCatalogue(database);
    const sea = await catalogue.addCategory('Tales of the sea');
    const ships = await catalogue.addSubCategory('Ships', sea.code);
    const [first] = await batches.uploadBatch({ 's.epub': epub('Categorised') });
    const acceptInput = { id: first?.id ?? 0, version: undefined, book_version: undefined };
    const { id, version } = await batches.imports.accept(acceptInput, batches.context);
    await batches.books.update(
      { id, version, category_code: sea.code, description: undefined },
      batches.context,
    );
    const [second] = await batches.uploadBatch({ 's.epub': epub('Categorised') });
    await batches.imports.update(
      { id: second?.id ?? 0, version: undefined, category_code: sea.code, sub_category_code: ships.code },
      batches.context,
    );
    const { rows } = await batches.imports.compare(second?.id ?? 0, id, batches.context.permissions);
    expect(rows.find(({ field }) => field === 'category')).toMatchObject({
      today: 'Tales of the sea',
      found: 'Tales of the sea / Ships',
      is_same: false,
    });
  });

  test('locks chapters that a user changed, but not chapters that were only aligned', async () => {
    const [first] = await batches.uploadBatch({
      'c.epub': epub('Chaptered'),
      'cover.png': await makeImage('png'),
    });
    const { id } = await batches.imports.accept(
      { id: first?.id ?? 0, version: undefined, book_version: undefined },
      batches.context,
    );
    const [second] = await batches.uploadBatch({ 'c.epub': epub('Chaptered') });
    const rowOf = async (name: string) =>
      (await batches.imports.compare(second?.id ?? 0, id, batches.context.permissions)).rows.find(
        ({ field }) => field === name,
      );
    const save = (change: (before: string) => Partial<ContentTextItemInput>) =>
      database.kysely.transaction().execute(async (trx) => {
        const { chapters } = await readBookContent(trx, id, true);
        const order = chapters.map(({ id: chapterId, text_items = [] }) => ({
          id: chapterId,
          text_items: text_items.map((item) => ({ id: item.id, ...change(item.text) })),
        }));
        const settings = { ...settingsOf().values(), trashDays: 30 };
        await saveBookContent(trx, { id, chapters: order }, { userId: null, settings });
      });
    expect(await rowOf('cover')).toMatchObject({ is_locked: false });
    expect(await rowOf('chapters')).toMatchObject({ is_locked: false, is_proposed: true });
    await save(() => ({ start: 1, end: 2, state: 'aligned' }));
    expect(await rowOf('chapters')).toMatchObject({ is_locked: false, is_proposed: true });
    await save((text) => ({ text: `${text} Corrected.` }));
    expect(await rowOf('chapters')).toMatchObject({ is_locked: true, is_proposed: false });
    await database.kysely
      .updateTable('files')
      .set({ created_at: new Date(Date.now() + 60_000).toISOString() })
      .execute();
    expect(await rowOf('cover')).toMatchObject({ is_locked: true, is_proposed: false });
  });

  test('aligns texts that have audio after the proposal is accepted, and no others', async () => {
    const accept = async (id: number | undefined, book_id?: number) =>
      (
        await batches.imports.accept(
          {
            id: id ?? 0,
            version: undefined,
            book_version: undefined,
            ...(book_id !== undefined && { book_id, take: ['chapters'] }),
          },
          batches.context,
        )
      ).id;
    const alignments = async (bookId: number) =>
      (
        await database.kysely
          .selectFrom('jobs')
          .select(['title', 'payload'])
          .where('kind', '=', 'align')
          .where('subject_id', '=', String(bookId))
          .execute()
      ).map(({ title, payload }) => [
        title,
        (JSON.parse(payload) as { chapters: readonly number[] }).chapters.length,
      ]);
    const audioFiles = {
      'Heard/heard.epub': epub('Heard'),
      'Heard/1.mp3': mp3({}, 2),
      'Heard/2.mp3': mp3({}, 3),
      'Heard/3.mp3': mp3({}, 4),
    };
    const [both] = await batches.uploadBatch(audioFiles);
    const [text] = await batches.uploadBatch({ 'read.epub': epub('Only read') });
    const [again] = await batches.uploadBatch(audioFiles);
    const bookId = await accept(text?.id);
    expect(await alignments(bookId)).toEqual([]);
    expect(await alignments(await accept(both?.id))).toEqual([['Heard', 3]]);
    await accept(again?.id, bookId);
    expect(await alignments(bookId)).toEqual([['Only read', 3]]);
    const names = ['lamp', 'storm', 'morning', 'noon', 'evening'];
    const [long] = await batches.uploadBatch({
      'Long/long.epub': makeEpub({ title: 'Long', author: 'Ada Marsh', chapters: names.map(chapterOf) }),
      ...Object.fromEntries(names.map((_name, index) => [`Long/${index + 1}.mp3`, mp3({}, 800 + index)])),
    });
    await accept(long?.id);
    const firstChapterJobs = await database.kysely
      .selectFrom('jobs')
      .select('title')
      .where('kind', '=', 'align-first-chapter')
      .execute();
    expect(firstChapterJobs).toEqual([{ title: 'Long' }]);
  });

  test('searches the audio of chapters after an import with uncertain pairs, and not after a certain one', async () => {
    const matchOf = async (files: Parameters<typeof batches.uploadBatch>[0]) => {
      const [proposal] = await batches.uploadBatch(files);
      const input = { id: proposal?.id ?? 0, version: undefined, book_version: undefined };
      const { id } = await batches.imports.accept(input, batches.context);
      const { payload } = await database.kysely
        .selectFrom('jobs')
        .select('payload')
        .where('kind', '=', 'align')
        .where('subject_id', '=', String(id))
        .executeTakeFirstOrThrow();
      return (JSON.parse(payload) as { match?: unknown }).match;
    };
    expect(await matchOf({ 'Whole/whole.epub': epub('Whole'), 'Whole/all.mp3': mp3({}, 30) })).toEqual({
      continuations: [],
    });
    const audioByPath = Object.fromEntries(
      [1, 2, 3].map((number) => [`Parts/${number}.mp3`, mp3({ TIT2: `Chapter ${number}` }, 3)]),
    );
    expect(await matchOf({ 'Parts/parts.epub': epub('Parts'), ...audioByPath })).toBeUndefined();
  });

  test('restores audio, texts and times from an EPUB with Media Overlays', async () => {
    const texts = ['The first. The second.', 'The third.'];
    const book = exportedWith(texts);
    const audio = {
      href: 'audio/sound-1.mp3',
      mediaType: 'audio/mpeg',
      file: { name: '1.mp3' } as AudioFile,
    };
    const cues = [
      [
        { from: 0, text: 'The first.', start: 1, end: 2 },
        { from: 11, text: 'The second.', start: 2, end: 3.5 },
      ],
      [{ from: 0, text: 'The third.', start: 4, end: 5 }],
    ];
    const overlayContents = { overlays: new Map([[0, { audio, cues }]]), audios: [audio] };
    const files = Object.fromEntries(epubFiles(book, { hasCover: false, spoken: overlayContents }));
    const [proposal] = await batches.uploadBatch({
      'spoken.epub': makeZip({ ...files, 'EPUB/audio/sound-1.mp3': mp3({}, 6) }),
    });
    expect(proposal?.chapters).toMatchObject([{ name: 'Dawn', audio: { start: 0 } }]);
    expect(proposal?.excluded).toEqual([]);
    const acceptedBook = await batches.imports.accept(
      { id: proposal?.id ?? 0, version: undefined, book_version: undefined },
      batches.context,
    );
    const { chapters } = await readBookContent(database.kysely, acceptedBook.id, true);
    expect(
      chapters[0]?.text_items?.map(({ text, start, end, sentences }) => [
        text,
        start,
        end,
        sentences?.map((sentence) => [sentence.from, sentence.to, sentence.start, sentence.end]),
      ]),
    ).toEqual([
      ['Dawn', null, null, expect.anything()],
      [
        texts[0],
        1,
        3.5,
        [
          [0, 10, 1, 2],
          [11, 22, 2, 3.5],
        ],
      ],
      [texts[1], 4, 5, expect.anything()],
    ]);
    expect(chapters[0]?.audio_url ?? acceptedBook.audio_url).toMatch(/\.mp3/);
    await expectWhole();
  });

  test('lists excluded texts, duplicates and images that are no cover, and includes a text', async () => {
    const same = mp3({}, 3);
    const [proposal] = await batches.uploadBatch({
      'b/b.epub': makeEpub({
        chapters: [
          { title: 'Copyright', paragraphs: ['All rights reserved.'] },
          ...['lamp', 'storm'].map(chapterOf),
        ],
      }),
      'b/1.mp3': same,
      'b/2.mp3': same,
      'b/3.mp3': mp3({}, 4),
      'b/damaged.png': (await makeImage('png')).subarray(0, 90),
    });
    if (!proposal) throw new Error('There is no proposal.');
    const names = (entries: typeof proposal.excluded) => entries?.map(({ kind, name }) => [kind, name]);
    expect(names(proposal.excluded)).toEqual(
      expect.arrayContaining([
        ['audio', 'b/2.mp3'],
        ['image', 'b/damaged.png'],
      ]),
    );
    const updatedProposal = await batches.imports.update(
      {
        id: proposal.id,
        version: undefined,
        chapters: [
          ...proposal.chapters,
          {
            id: 'n9',
            name: 'Again',
            audio: { file: fileOf(proposal, 'b/2.mp3'), start: 0, end: 3 },
            texts: [],
          },
        ],
      },
      batches.context,
    );
    expect(names(updatedProposal.excluded)).not.toContainEqual(['audio', 'b/2.mp3']);
    expect(proposal.texts.map((_, index) => index)).toEqual(
      [
        ...proposal.chapters.flatMap(({ texts }) => texts.map(({ text }) => text)),
        ...(proposal.excluded ?? []).flatMap(({ text }) => text ?? []),
      ].toSorted((a, b) => a - b),
    );
    const { id } = await batches.imports.accept(
      { id: proposal.id, version: undefined, book_version: undefined },
      batches.context,
    );
    const { chapters } = await readBookContent(database.kysely, id, true);
    expect(chapters.map(({ name }) => name)).toContain('Again');
    await expectWhole();
  });

  test('deletes the files of a discarded import, whether parsed or not', async () => {
    const [proposal] = await batches.uploadBatch({
      'd.mp3': mp3({ TALB: 'Dropped' }),
      'cover.png': await makeImage('png'),
    });
    await batches.imports.remove(proposal?.id ?? 0);
    await expect(batches.imports.get(proposal?.id ?? 0)).rejects.toMatchObject({ status: 404 });
    await expectWhole();
    const unreadImport = await batches.begin({ 'd.mp3': mp3({ TALB: 'Dropped' }) });
    await batches.imports.remove(unreadImport.id);
    await expectWhole();
  });

  test('stores nothing of a job whose result is discarded, and rejects an import that is already parsed', async () => {
    const cover = await makeImage('png');
    const startedImport = await batches.begin({ 'z.zip': makeZip({ 'a.mp3': mp3(), 'cover.png': cover }) });
    const before = await batches.keys();
    await batches.read(startedImport.id, { discard: true });
    expect(await batches.keys()).toEqual(before);
    await batches.read(startedImport.id);
    await expectWhole();
    await expect(batches.read(startedImport.id)).rejects.toMatchObject({ status: 409 });
  });

  test('deletes imports that expired', async () => {
    const [proposal] = await batches.uploadBatch({ 'e.epub': epub('Expired') });
    const later = new Date(Date.now() + 31 * 24 * 60 * 60 * 1000);
    expect(await batches.imports.removeExpired(new Date())).toBe(0);
    expect(await batches.imports.removeExpired(later)).toBeGreaterThan(0);
    await expect(batches.imports.get(proposal?.id ?? 0)).rejects.toMatchObject({ status: 404 });
    await expectWhole();
  });
});
