import { afterAll, expect, test } from 'vitest';
import type { ImportProposal } from '#contract/imports/import-proposal';
import { checkDatabase } from '#server/features/system/check/database';
import { readBookContent } from '#server/features/book-content/book-content-rows';
import { makeM4b, makeMp3 } from '#server/testing/audio-files';
import { eachDatabase } from '#server/testing/databases';
import { addUserRow } from '#server/testing/factories';
import { epubChapters, makeEpub } from '#server/testing/epub-files';
import { openImportsOn } from '#server/testing/import-batches';
import { makeImage } from '#server/testing/media-files';
import { makeZip } from '#server/testing/zip-files';

const epub = (title = 'The Lighthouse', author = 'Ada Marsh') =>
  makeEpub({ title, author, chapters: epubChapters(['lamp', 'storm', 'morning']) });
const mp3 = (tags: Record<string, string> = {}, seconds = 2) => makeMp3({ seconds, tags });

const fileOf = ({ files }: ImportProposal, path: string): number =>
  files.findIndex((file) => file.path === path);

eachDatabase('imports', async (openEmpty, engine) => {
  const database = await openEmpty();
  const batches = await openImportsOn(database, engine);

  afterAll(() => batches.close());

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
        chapters: epubChapters(['lamp', 'storm', 'morning']),
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

  test('lists excluded texts, duplicates and images that are no cover, and includes a text', async () => {
    const same = mp3({}, 3);
    const [proposal] = await batches.uploadBatch({
      'b/b.epub': makeEpub({
        chapters: [
          { title: 'Copyright', paragraphs: ['All rights reserved.'] },
          ...epubChapters(['lamp', 'storm']),
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
