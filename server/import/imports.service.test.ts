import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SentTextItem } from '#contract/inside';
import { checkDatabase } from '#server/check/database';
import type { Database } from '#server/db/open';
import { readInside } from '#server/inside/inside-rows';
import { saveInside } from '#server/inside/save-inside';
import { makeM4b, makeMp3 } from '#server/testing/audio-files';
import { openTestBlobStore, type TestBlobStore } from '#server/testing/blob-stores';
import { eachDatabase } from '#server/testing/databases';
import { makeEpub } from '#server/testing/epub-files';
import { openImports } from '#server/testing/import-drops';
import { makePicture } from '#server/testing/media-files';
import { settingsOf } from '#server/testing/settings';
import { makeZip } from '#server/testing/zip-files';

const chapterOf = (name: string) => ({
  title: name,
  paragraphs: [`It was ${name} that he saw.`, `And it was the ${name} of old.`],
});
const epub = (title = 'The Lighthouse', author = 'Ada Marsh') =>
  makeEpub({ title, author, chapters: ['lamp', 'storm', 'morning'].map(chapterOf) });
const mp3 = (tags: Record<string, string> = {}, seconds = 2) => makeMp3({ seconds, tags });

eachDatabase('imports', (openEmpty, engine) => {
  let database: Database;
  let store: TestBlobStore;
  let drops: Awaited<ReturnType<typeof openImports>>;

  beforeAll(async () => {
    database = await openEmpty();
    store = await openTestBlobStore(engine.name === 'SQLite' ? 'folder' : 's3');
    drops = await openImports(database, store.blobs);
  });
  afterAll(async () => {
    await drops.close();
    await store.close();
  });

  /** What holds whatever was imported: nothing is miscounted, and blobs and rows are the same. */
  async function expectWhole(): Promise<void> {
    expect(await checkDatabase(database)).toEqual([]);
    const { blobs, rows } = await drops.keys();
    expect(blobs).toEqual(rows);
  }

  test('an EPUB becomes a book with chapters, texts and a cover', async () => {
    const cover = await makePicture('png');
    const [draft, ...others] = await drops.drop({
      'lighthouse.epub': makeEpub({
        title: 'The Lamp',
        cover,
        chapters: ['lamp', 'storm', 'morning'].map(chapterOf),
      }),
    });
    if (!draft) throw new Error('There is no draft.');
    expect(others).toEqual([]);
    expect(draft).toMatchObject({
      state: 'ready',
      name: 'The Lamp',
      author: 'Ada Marsh',
      chapter_count: 3,
      text_count: 9,
      warnings: [],
      cover: 0,
    });
    expect(draft.fields.name).toEqual({
      value: 'The Lamp',
      source: 'epub',
      candidates: [
        { value: 'The Lamp', source: 'epub' },
        { value: 'lighthouse', source: 'path' },
      ],
    });
    expect(await drops.imports.texts(draft.id, 1, { page: 1, items_per_page: 2 })).toEqual({
      items: [
        { position: 0, text: 'storm' },
        { position: 1, text: 'It was storm that he saw.' },
      ],
      total: 3,
    });
    await expectWhole();

    const accepted = await drops.imports.accept(
      { id: draft.id, version: draft.version, book_version: undefined },
      drops.context,
    );
    const book = await drops.books.get(accepted.id);
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
      drops.imports.accept({ id: draft.id, version: undefined, book_version: undefined }, drops.context),
    ).rejects.toMatchObject({ status: 409, message: 'This import was accepted already.' });
    await drops.books.remove(book.id, drops.context);
    await expectWhole();
    expect((await drops.keys()).blobs).toEqual([]);
  });

  test('an M4B becomes a book whose chapters are parts of its file', async () => {
    const [draft] = await drops.drop({
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
    if (!draft) throw new Error('There is no draft.');
    expect(draft.files[0]?.audio_url).toMatch(/^\/media\/[0-9a-f]{40}\.m4b$/);
    const { id } = await drops.imports.accept(
      { id: draft.id, version: undefined, book_version: undefined },
      drops.context,
    );
    const book = await drops.books.get(id);
    expect(book).toMatchObject({
      name: 'The Storm',
      narrator: 'Nora Reader',
      year: 1924,
      duration: 2,
      audio_url: draft.files[0]?.audio_url,
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

  test('a ZIP of MP3s becomes a book with a file a chapter', async () => {
    const zip = makeZip({
      'The Morning/02 Two.mp3': mp3(),
      'The Morning/01 One.mp3': mp3({}, 3),
      'The Morning/cover.jpg': await makePicture('jpeg'),
      'The Morning/info.txt': 'x',
      '__MACOSX/._x': 'x',
    });
    const [draft] = await drops.drop({ 'morning.zip': zip });
    if (!draft) throw new Error('There is no draft.');
    expect(draft.name).toBe('The Morning');
    expect(draft.warnings).toEqual([]);
    expect(draft.covers).toHaveLength(1);
    const { id } = await drops.imports.accept(
      { id: draft.id, version: undefined, book_version: undefined },
      drops.context,
    );
    const book = await drops.books.get(id);
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

  test('several books in one drop are a draft each; what cannot be read is named and the rest goes on', async () => {
    const drafts = await drops.drop({
      'a.epub': epub('Alpha'),
      'b.epub': epub('Beta'),
      'broken.epub': (await epub('Gamma')).subarray(0, 500),
      'song.epub': mp3({ TALB: 'Delta' }),
      'paper.pdf': Buffer.from('%PDF-1.4 and so on'),
    });
    expect(drafts.map(({ state, name, error }) => `${state} ${name}: ${error}`).toSorted()).toEqual([
      'failed broken.epub: The archive is damaged and could not be read.',
      'failed paper.pdf: A PDF cannot be imported; an EPUB of the book can.',
      'ready Alpha: null',
      'ready Beta: null',
      'ready Delta: null',
    ]);
    expect(new Set(drafts.map(({ drop_id }) => drop_id)).size).toBe(1);
    await expectWhole();
    const done = await drops.imports.acceptReady(drafts[0]?.drop_id, drops.context);
    expect(done).toEqual({ accepted: 3, remaining: 0, failed: [] });
    await expectWhole();
  });

  test('a draft is corrected and split before it is accepted', async () => {
    const [draft] = await drops.drop({
      'c.epub': epub('Corrected'),
      'c.m4b': makeM4b({ tags: { '©nam': 'Corrected' } }),
    });
    if (!draft) throw new Error('There is no draft.');
    const file = draft.files.findIndex(({ kind }) => kind === 'audio');
    const changed = await drops.imports.update(
      {
        id: draft.id,
        version: draft.version,
        fields: { name: 'By hand', author: 'Somebody Else', language: '1' },
        chapters: [
          { id: 'x', name: 'First', sound: { file, start: 0, end: 1 }, texts: [{ text: 0, from: 0, to: 2 }] },
          {
            id: 'y',
            name: '',
            sound: { file, start: 1, end: 2 },
            texts: [
              { text: 0, from: 2, to: 3 },
              { text: 2, from: 0, to: 3 },
            ],
          },
        ],
      },
      drops.context,
    );
    expect(changed).toMatchObject({
      name: 'By hand',
      language: 1,
      chapter_count: 2,
      text_count: 6,
      version: (draft.version ?? 0) + 1,
    });
    expect(changed.fields.name).toMatchObject({ value: 'By hand', source: 'hand' });
    await expect(
      drops.imports.update({ id: draft.id, version: draft.version, fields: {} }, drops.context),
    ).rejects.toMatchObject({ status: 409 });
    await expect(
      drops.imports.update(
        {
          id: draft.id,
          version: undefined,
          cover: 5,
          chapters: [
            { id: 'x', name: '', sound: { file: 7, start: 0, end: 1 }, texts: [{ text: 0, from: 1, to: 9 }] },
          ],
        },
        drops.context,
      ),
    ).rejects.toMatchObject({
      status: 422,
      errors: {
        cover: expect.any(String),
        'chapters.0.sound': expect.any(String),
        'chapters.0.texts': expect.any(String),
      },
    });
    const { id } = await drops.imports.accept(
      { id: draft.id, version: changed.version, book_version: undefined },
      drops.context,
    );
    const book = await drops.books.get(id);
    expect(book.chapters?.map(({ name, text_items }) => [name, text_items.length])).toEqual([
      ['First', 2],
      ['Chapter 2', 4],
    ]);
    await expectWhole();
  });

  test('an import whose reading failed is read again, from the list of imports and that of jobs', async () => {
    const fail = async () => {
      const { id } = await drops.begin({ 'again.epub': epub(`Again ${Math.random()}`) });
      await database.kysely
        .updateTable('jobs')
        .set({ state: 'failed', error: 'The file store does not answer.' })
        .where('kind', '=', 'import-read')
        .where('subject_id', '=', String(id))
        .execute();
      await drops.imports.removeExpired();
      expect(await drops.imports.get(id)).toMatchObject({
        state: 'failed',
        error: 'The file store does not answer.',
      });
      return id;
    };
    const first = await fail();
    expect(await drops.imports.retry(first, drops.context)).toMatchObject({ state: 'reading', error: null });
    await drops.read(first);
    expect(await drops.imports.get(first)).toMatchObject({ state: 'ready', warnings: [] });
    await expect(drops.imports.retry(first, drops.context)).rejects.toMatchObject({ status: 409 });
    const second = await fail();
    await drops.read(second);
    expect(await drops.imports.get(second)).toMatchObject({ state: 'ready' });
    const [foreign] = await drops.drop({ 'x.pdf': Buffer.from('%PDF-1.4') });
    await expect(drops.imports.retry(foreign?.id ?? 0, drops.context)).rejects.toMatchObject({ status: 409 });
    await expect(drops.imports.retry(999_999, drops.context)).rejects.toMatchObject({ status: 404 });
    await expectWhole();
  });

  test('doubles are warned of with the book they would be', async () => {
    const sound = mp3({ TALB: 'Doubled', TPE1: 'Ada Marsh' }, 5);
    const [first] = await drops.drop({
      'x/a.mp3': sound,
      'x/b.mp3': mp3({ TALB: 'Doubled', TPE1: 'Ada Marsh' }, 6),
    });
    const { id } = await drops.imports.accept(
      { id: first?.id ?? 0, version: undefined, book_version: undefined },
      drops.context,
    );
    const [second] = await drops.drop({ 'other.mp3': sound });
    expect(second?.warnings.map(({ kind, book }) => [kind, book?.id])).toEqual([
      ['same_book', id],
      ['same_audio', id],
    ]);
    expect(await drops.imports.acceptReady(second?.drop_id, drops.context)).toMatchObject({ accepted: 0 });

    const compared = await drops.imports.compare(second?.id ?? 0, id);
    expect(compared.rows.find(({ field }) => field === 'author')).toMatchObject({
      is_same: true,
      is_proposed: false,
    });
    const merged = await drops.imports.accept(
      {
        id: second?.id ?? 0,
        version: undefined,
        book_id: id,
        book_version: compared.book_version,
        take: ['chapters'],
      },
      drops.context,
    );
    expect(merged.id).toBe(id);
    const book = await drops.books.get(id);
    expect(book).toMatchObject({ name: 'Doubled', duration: 5, chapter_count: 1 });
    await expectWhole();
  });

  test('what was edited by hand is locked', async () => {
    const [first] = await drops.drop({ 'l.epub': epub('Locked') });
    const { id, version } = await drops.imports.accept(
      { id: first?.id ?? 0, version: undefined, book_version: undefined },
      drops.context,
    );
    await drops.books.update({ id, version, name: 'Locked up', description: undefined }, drops.context);
    const [second] = await drops.drop({
      'l.epub': makeEpub({ title: 'Locked', metadata: '<dc:description>New words.</dc:description>' }),
    });
    const { rows } = await drops.imports.compare(second?.id ?? 0, id);
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

  test('chapters are locked once somebody changed them, not once they were put into time', async () => {
    const [first] = await drops.drop({ 'c.epub': epub('Chaptered'), 'cover.png': await makePicture('png') });
    const { id } = await drops.imports.accept(
      { id: first?.id ?? 0, version: undefined, book_version: undefined },
      drops.context,
    );
    const [second] = await drops.drop({ 'c.epub': epub('Chaptered') });
    const rowOf = async (name: string) =>
      (await drops.imports.compare(second?.id ?? 0, id)).rows.find(({ field }) => field === name);
    const save = (change: (before: string) => Partial<SentTextItem>) =>
      database.kysely.transaction().execute(async (trx) => {
        const { chapters } = await readInside(trx, id, true);
        const order = chapters.map(({ id: chapterId, text_items = [] }) => ({
          id: chapterId,
          text_items: text_items.map((item) => ({ id: item.id, ...change(item.text) })),
        }));
        const settings = { ...settingsOf().values(), trashDays: 30 };
        await saveInside(trx, { id, chapters: order }, { userId: null, settings });
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

  test('texts that come with their sound are put into time after the accept, others are not', async () => {
    const accept = async (id: number | undefined, book_id?: number) =>
      (
        await drops.imports.accept(
          {
            id: id ?? 0,
            version: undefined,
            book_version: undefined,
            ...(book_id !== undefined && { book_id, take: ['chapters'] }),
          },
          drops.context,
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
    const heard = {
      'Heard/heard.epub': epub('Heard'),
      'Heard/1.mp3': mp3({}, 2),
      'Heard/2.mp3': mp3({}, 3),
      'Heard/3.mp3': mp3({}, 2),
    };
    const [both] = await drops.drop(heard);
    const [text] = await drops.drop({ 'read.epub': epub('Only read') });
    const [again] = await drops.drop(heard);
    const bookId = await accept(text?.id);
    expect(await alignments(bookId)).toEqual([]);
    expect(await alignments(await accept(both?.id))).toEqual([['Heard', 3]]);
    await accept(again?.id, bookId);
    expect(await alignments(bookId)).toEqual([['Only read', 3]]);
  });

  test('a dropped draft takes its files along, read or not', async () => {
    const [draft] = await drops.drop({
      'd.mp3': mp3({ TALB: 'Dropped' }),
      'cover.png': await makePicture('png'),
    });
    await drops.imports.remove(draft?.id ?? 0);
    await expect(drops.imports.get(draft?.id ?? 0)).rejects.toMatchObject({ status: 404 });
    await expectWhole();
    const unread = await drops.begin({ 'd.mp3': mp3({ TALB: 'Dropped' }) });
    await drops.imports.remove(unread.id);
    await expectWhole();
  });

  test('a reading that came to nothing leaves nothing, and one that goes on after a drop is thrown away', async () => {
    const cover = await makePicture('png');
    const begun = await drops.begin({ 'z.zip': makeZip({ 'a.mp3': mp3(), 'cover.png': cover }) });
    const before = await drops.keys();
    await drops.read(begun.id, { discard: true });
    expect(await drops.keys()).toEqual(before);
    await drops.read(begun.id);
    await expectWhole();
    await expect(drops.read(begun.id)).rejects.toMatchObject({ status: 409 });
  });

  test('what nobody accepts in time goes', async () => {
    const [draft] = await drops.drop({ 'e.epub': epub('Expired') });
    const later = new Date(Date.now() + 31 * 24 * 60 * 60 * 1000);
    expect(await drops.imports.removeExpired(new Date())).toBe(0);
    expect(await drops.imports.removeExpired(later)).toBeGreaterThan(0);
    await expect(drops.imports.get(draft?.id ?? 0)).rejects.toMatchObject({ status: 404 });
    await expectWhole();
  });
});
