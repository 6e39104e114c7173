import { afterAll, expect, test } from 'vitest';
import { makeExportedBook } from '#server/testing/exported-book';
import type { ExportedBook } from '#contract/exports/exported-book';
import { makeMp3 } from '#server/testing/audio-files';
import { checkDatabase } from '#server/features/system/check/database';
import { epubFiles } from '#server/features/exports/export-epub';
import type { AudioFile } from '#server/features/exports/audio-files';
import { readBookContent } from '#server/features/book-content/book-content-rows';
import { eachDatabase } from '#server/testing/databases';
import { epubChapters, makeEpub } from '#server/testing/epub-files';
import { openImportsOn } from '#server/testing/import-batches';
import { makeZip } from '#server/testing/zip-files';
const epub = (title: string) =>
  makeEpub({ title, author: 'Ada Marsh', chapters: epubChapters(['lamp', 'storm', 'morning']) });
const mp3 = (tags: Record<string, string> = {}, seconds = 2) => makeMp3({ seconds, tags });
const exportedWith = (texts: readonly string[]): ExportedBook =>
  makeExportedBook({
    name: 'Spoken',
    author: 'Ada Marsh',
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

eachDatabase('the sync of imports', async (openEmpty, engine) => {
  const database = await openEmpty();
  const batches = await openImportsOn(database, engine);

  afterAll(() => batches.close());

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
      'Long/long.epub': makeEpub({ title: 'Long', author: 'Ada Marsh', chapters: epubChapters(names) }),
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
    expect(await checkDatabase(database)).toEqual([]);
    const { blobs, rows } = await batches.keys();
    expect(blobs).toEqual(rows);
  });
});
