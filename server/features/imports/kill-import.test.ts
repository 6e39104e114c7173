import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ImportProposal } from '#contract/imports/import-proposal';
import { type Database, openDatabase } from '#server/core/db/open';
import { packageRoot } from '#server/core/package-root';
import { readBookContent } from '#server/features/book-content/book-content-rows';
import { checkDatabase } from '#server/features/system/check/database';
import { makeMp3 } from '#server/testing/audio-files';
import { openTestBlobStore, type TestBlobStore } from '#server/testing/blob-stores';
import { engines } from '#server/testing/databases';
import { makeEpub } from '#server/testing/epub-files';
import { openImports } from '#server/testing/import-batches';
import { makeLegacyMp3 } from '#server/testing/legacy-tags';
import { makeImage } from '#server/testing/media-files';
import { makeZip } from '#server/testing/zip-files';

/** Creates an EPUB with one text item, which has audio in its Media Overlays. */
const makeSpokenEpub = () =>
  makeEpub({
    title: 'Spoken',
    chapters: [{ title: 'Dawn', body: '<p id="passage">The first words.</p>' }],
    overlay: 'overlay',
    manifest: '<item id="overlay" href="dawn.smil" media-type="application/smil+xml"/>',
    extra: {
      'OEBPS/dawn.smil':
        '<smil xmlns="http://www.w3.org/ns/SMIL" version="3.0"><body><par><text src="c1.xhtml#passage"/>' +
        '<audio src="spoken.mp3" clipBegin="1s" clipEnd="2.5s"/></par></body></smil>',
      'OEBPS/spoken.mp3': makeMp3({ seconds: 4 }),
    },
  });

/**
 * Returns files of every type that an import reads: nested archives, notes, a large cover, tags in several encodings, duplicates, and audio
 * inside an EPUB, some of it in Media Overlays.
 */
async function batchFiles() {
  const track = makeMp3({ seconds: 3, tags: { TALB: 'Waves (Disc 1)', TPE1: 'Ada Marsh' } });
  const inner = await makeZip({ '1.mp3': track, '2.mp3': track, '3.mp3': makeMp3({ seconds: 4 }) });
  return {
    'a.zip': await makeZip({ 'waves.zip': inner, 'front.png': await makeImage('png') }),
    'b/b.epub': await makeEpub({
      title: 'Beacon',
      metadata: '<meta property="belongs-to-collection">Lights</meta>',
      cover: await makeImage('png'),
      chapters: Array.from({ length: 9 }, (_, index) => ({
        title: `Chapter ${index + 1}`,
        paragraphs: [`Passage ${index + 1}.`],
        body: `<aside epub:type="footnote"><p>Note ${index + 1}.</p></aside>`,
      })),
      extra: { 'OEBPS/loose.mp3': makeMp3({ seconds: 2 }) },
    }),
    'b/b.mp3': makeMp3({ seconds: 9 }),
    'c/spoken.epub': await makeSpokenEpub(),
    'd/legacy.mp3': makeLegacyMp3({ TIT2: 'Маяк на острове', TALB: 'Маяк на острове' }, 'windows-1251'),
  };
}

/** The phases run in order: each job is killed and the next one starts again. */
const readingPhases: readonly (readonly [string, number])[] = [
  ['reading', 2],
  ['before a file is stored', 1],
  ['after a file is stored', 6],
  ['before the commit', 1],
  ['after the commit', 1],
];
const acceptPhases = ['accept, before its commit', 'accept, after its commit'];

describe.each(engines)('an import whose process is killed on $name', (engine) => {
  const undo: (() => Promise<void>)[] = [];
  let database: Database;
  let databaseUrl: string;
  let store: TestBlobStore;
  let batches: Awaited<ReturnType<typeof openImports>>;

  beforeEach(async () => {
    const testDatabase = await engine.createMigratedUrl();
    undo.push(testDatabase.remove);
    databaseUrl = testDatabase.url;
    store = await openTestBlobStore(engine.name === 'SQLite' ? 'folder' : 's3');
    undo.push(store.close);
    database = await openDatabase(databaseUrl);
    undo.push(() => database.close());
    batches = await openImports(database, store.blobs);
    undo.push(batches.close);
  });
  afterEach(async () => {
    for (const step of undo.splice(0).toReversed()) await step();
  });

  async function killIn(id: number, phase: string, count = 1): Promise<void> {
    const child = fork(join(packageRoot, 'server', 'testing', 'importing-child.ts'), [
      databaseUrl,
      store.url,
      String(id),
      phase,
      String(count),
    ]);
    await once(child, 'exit');
    expect([phase, child.signalCode]).toEqual([phase, 'SIGKILL']);
  }

  async function proposalsOf(id: number): Promise<ImportProposal[]> {
    const rows = await database.kysely
      .selectFrom('imports')
      .select('id')
      .where(({ or, eb }) => or([eb('id', '=', id), eb('batch_id', '=', id)]))
      .orderBy('id')
      .execute();
    return Promise.all(rows.map((row) => batches.imports.get(row.id)));
  }

  const contentOf = (proposals: readonly ImportProposal[]) =>
    proposals.map(({ state, name, chapters, texts, files, covers, excluded }) => ({
      state,
      name,
      chapters,
      texts,
      excluded,
      files: files.map(({ path, size, problem }) => ({ path, size, problem })),
      covers: covers.map(({ path }) => path),
    }));

  /** Files without a row may exist, because the sweeper deletes them. No file of a row may be missing. */
  async function expectNothingMissing(): Promise<void> {
    expect(await checkDatabase(database)).toEqual([]);
    const { blobs, rows } = await batches.keys();
    expect(rows.filter((key) => !blobs.includes(key))).toEqual([]);
  }

  test('is parsed again after each phase, and stores all proposals once', async () => {
    const files = await batchFiles();
    const undisturbedImport = await batches.begin(files);
    await batches.read(undisturbedImport.id);
    const expected = contentOf(await proposalsOf(undisturbedImport.id));
    expect(expected.map(({ name }) => name)).toEqual(['Waves', 'Beacon', 'Spoken', 'Маяк на острове']);
    expect(expected[2]?.chapters).toMatchObject([{ name: 'Dawn', audio: { start: 0 } }]);
    expect(expected[2]?.excluded).toEqual([]);
    const { id } = await batches.begin(files);
    for (const [phase, count] of readingPhases) {
      await killIn(id, phase, count);
      await expectNothingMissing();
      const { state } = await batches.imports.get(id);
      expect([phase, state]).toEqual([phase, phase === 'after the commit' ? 'ready' : 'reading']);
    }
    expect(contentOf(await proposalsOf(id))).toEqual(expected);
  }, 240_000);

  test('stores one whole book or none', async () => {
    for (const [index, phase] of acceptPhases.entries()) {
      const { id } = await batches.begin(await batchFiles());
      await batches.read(id);
      const [waves, beacon] = await proposalsOf(id);
      if (!waves || !beacon) throw new Error('There are not two proposals.');
      await killIn(beacon.id, phase);
      const { state } = await batches.imports.get(beacon.id);
      expect(state).toBe(index === 0 ? 'ready' : 'accepted');
      if (state === 'ready')
        await batches.imports.accept(
          { id: beacon.id, version: undefined, book_version: undefined },
          batches.context,
        );
      const books = await database.kysely
        .selectFrom('books')
        .select('id')
        .where('name', '=', 'Beacon')
        .orderBy('id')
        .execute();
      expect(books).toHaveLength(index + 1);
      const series = await database.kysely
        .selectFrom('series')
        .innerJoin('series_books', 'series_id', 'series.id')
        .select(['title', 'book_id'])
        .orderBy('position')
        .execute();
      expect(series).toEqual(books.map((book) => ({ title: 'Lights', book_id: book.id })));
      const { chapters } = await readBookContent(database.kysely, books[index]?.id ?? 0, true);
      expect(chapters.map(({ text_items = [] }) => text_items.map(({ text }) => text))).toEqual(
        Array.from({ length: 9 }, (_, number) => [
          `Chapter ${number + 1}`,
          `Passage ${number + 1}.`,
          `Note ${number + 1}.`,
        ]),
      );
      await expectNothingMissing();
    }
  }, 240_000);
});
