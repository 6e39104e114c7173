import { afterAll, expect, test } from 'vitest';
import { latestEntryOf } from '#server/core/audit-log/read-audit-log';
import { exportEpub } from '#server/features/exports/export-archive';
import { exportJson } from '#server/features/exports/export-json';
import { gatherBook } from '#server/features/exports/gather';
import { eachDatabase } from '#server/testing/databases';
import { makeEpub } from '#server/testing/epub-files';
import { openImportsOf } from '#server/testing/import-batches';
import { restoreOf, undoOf } from '#server/testing/import-undo';

const epub3 =
  '<meta property="belongs-to-collection" id="c1">Coast</meta><meta refines="#c1" property="collection-type">series</meta><meta refines="#c1" property="group-position">2.5</meta>' +
  '<meta property="belongs-to-collection" id="c2">Box</meta><meta refines="#c2" property="collection-type">set</meta>' +
  '<dc:identifier>doi:10.1000/182</dc:identifier><dc:identifier>urn:asin:B00ABCDEFG</dc:identifier>';
const epub2 =
  '<meta name="calibre:series" content="COAST"/><meta name="calibre:series_index" content="3.0"/>' +
  '<dc:identifier opf:scheme="MOBI-ASIN">b00abcdefg</dc:identifier><dc:identifier opf:scheme="calibre">1234567890</dc:identifier>';

eachDatabase('series of imports', async (openEmpty) => {
  const database = await openEmpty();
  const batches = await openImportsOf(database, { trashDays: 30 });
  const undo = undoOf(database, batches);
  afterAll(() => batches.close());

  const titles = async () => {
    const query = { page: 1, items_per_page: 100, search: '', language: undefined };
    return (await batches.series.list(query)).items.map(({ title }) => title);
  };

  test('adds a new book to existing series by position, and exports it', async () => {
    const codeOf = async (name: string) => (await batches.books.create({ name }, batches.context)).code;
    const volumes = [
      { code: await codeOf('One'), position: '1' },
      { code: await codeOf('Four'), position: '4' },
    ];
    const { id } = await batches.series.create({ title: 'Coast', books: volumes }, batches.context);
    const proposal = await batches.propose({
      'a.epub': makeEpub({ title: 'Two and a half', metadata: epub3 }),
    });
    expect(proposal.series).toEqual([{ title: 'Coast', position: '2.5', is_known: true, similar: [] }]);
    const book = await batches.accept(proposal);
    expect(book).toMatchObject({ doi: '10.1000/182', other_identifiers: 'ASIN: B00ABCDEFG' });
    await batches.accept(
      await batches.propose({ 'b.epub': makeEpub({ version: 2, title: 'Three', metadata: epub2 }) }),
    );
    const { books } = await batches.series.get(id);
    expect(books.map(({ name, position }) => `${position} ${name}`)).toEqual([
      '1 One',
      '2.5 Two and a half',
      '3 Three',
      '4 Four',
    ]);

    const identifiers = {
      doi: '10.1000/182',
      gtin: '4006381333931',
      own_number: 'QX 77/3 & more',
      other_identifiers: 'LCCN: 2001-345; ASIN: B00ABCDEFG; Shop: a: b; ASIN: unusual',
    };
    await batches.books.update({ id: book.id, ...identifiers }, batches.context);
    const contents = await gatherBook(database.kysely, await batches.books.get(book.id));
    const files = { blobs: batches.blobs, staging: batches.staging };
    for (const [path, stream] of [
      ['again.epub', exportEpub(files, contents)],
      ['again.json', exportJson(contents.book)],
    ] as const) {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk as Buffer);
      const again = await batches.propose({ [path]: Buffer.concat(chunks) });
      expect(again.series, path).toEqual(proposal.series);
      expect(await batches.accept(again), path).toMatchObject(identifiers);
    }
  });

  test('changes no series for a user who may not edit them', async () => {
    const { id } = await batches.series.create({ title: 'Closed Coast' }, batches.context);
    const metadata = '<meta name="calibre:series" content="Closed Coast"/>';
    const proposal = await batches.propose({ 'c.epub': makeEpub({ version: 2, title: 'Closed', metadata }) });
    expect((await batches.accept(proposal, new Set(['books:edit']))).series).toEqual([]);
    expect((await batches.series.get(id)).books).toEqual([]);
  });

  test('creates series that do not exist, once each', async () => {
    const similar = (await batches.series.create({ title: 'The Harbour Saga' }, batches.context)).id;
    const metadata = ['Harbour: A Trilogy', 'Great Bay', 'GREAT BAY', 'Removed Bay']
      .map((title) => `<meta property="belongs-to-collection">${title}</meta>`)
      .join('');
    const { id, ...proposal } = await batches.propose({ 'n.epub': makeEpub({ title: 'New', metadata }) });
    expect(proposal.series?.map(({ title, is_known }) => [title, is_known])).toEqual([
      ['Harbour: A Trilogy', false],
      ['Great Bay', false],
      ['Removed Bay', false],
    ]);
    expect(proposal.series?.map((entry) => entry.similar)).toEqual([
      [{ id: similar, title: 'The Harbour Saga', book_count: 0 }],
      [],
      [],
    ]);
    const series = [
      { title: 'The Harbour Saga', position: '2' },
      { title: 'Great Bay', position: '1–3' },
    ];
    const updatedProposal = await batches.imports.update({ id, version: undefined, series }, batches.context);
    expect(updatedProposal.series?.map(({ is_known }) => is_known)).toEqual([true, false]);
    const book = await batches.accept({ id });
    expect(book.series).toMatchObject([
      { title: 'The Harbour Saga', position: '2' },
      { title: 'Great Bay', position: '1–3' },
    ]);
    expect(await titles()).not.toContain('Removed Bay');
    expect(await titles()).not.toContain('GREAT BAY');
  });

  test('undoes a created series with its book, unless it was changed since', async () => {
    const metadata = (title: string) => `<meta name="calibre:series" content="${title}"/>`;
    const add = async (title: string, name = title) =>
      batches.accept(
        await batches.propose({ 'u.epub': makeEpub({ version: 2, title: name, metadata: metadata(title) }) }),
      );
    const [unused, changed, shared] = [await add('Unused'), await add('Changed'), await add('Shared')];
    const other = await add('Shared', 'Other');
    const id = changed.series?.[0]?.id ?? 0;
    await batches.series.update({ id, description: 'A series.' }, batches.context);
    const undoIds = new Map<string, number>();
    for (const book of [unused, changed, shared])
      undoIds.set(book.name, (await undo(await latestEntryOf(database.kysely, 'books', book.id))).entry_id);
    expect(await titles()).toEqual(expect.arrayContaining(['Changed', 'Shared']));
    expect(await titles()).not.toContain('Unused');
    expect((await batches.books.get(other.id)).series).toMatchObject([{ title: 'Shared' }]);
    expect((await batches.series.get(id)).books).toEqual([]);

    for (const entryId of undoIds.values()) await undo(entryId);
    for (const book of [unused, changed, shared])
      expect((await batches.books.get(book.id)).series).toMatchObject([{ title: book.name }]);
    await undo(await latestEntryOf(database.kysely, 'books', unused.id));
    expect(await titles()).not.toContain('Unused');
  });

  test('restores a created series with its book from the trash, for users who can restore series', async () => {
    const restore = restoreOf(database, batches);
    const metadata = '<meta name="calibre:series" content="Trashed"/>';
    const add = async () =>
      batches.accept(await batches.propose({ 't.epub': makeEpub({ version: 2, metadata }) }));
    const first = await add();
    await undo(await latestEntryOf(database.kysely, 'books', first.id));
    await restore(first.id);
    expect((await batches.books.get(first.id)).series).toMatchObject([{ title: 'Trashed' }]);
    await undo(await latestEntryOf(database.kysely, 'books', first.id));
    await restore(first.id, new Set(['books:edit']));
    expect((await batches.books.get(first.id)).series).toEqual([]);
    expect(await titles()).not.toContain('Trashed');
  });

  test('accepts long titles, and skips positions that are too long', async () => {
    const title = `Wide ${'w'.repeat(600)}`;
    const metadata =
      `<meta property="belongs-to-collection" id="w">${title}</meta>` +
      '<meta refines="#w" property="group-position">the first one of the second part</meta>';
    const proposal = await batches.propose({ 'w.epub': makeEpub({ title: 'Wide', metadata }) });
    expect(proposal.series).toMatchObject([{ title: title.slice(0, 500), position: '' }]);
    expect(proposal.warnings).toMatchObject([{ kind: 'limit' }]);
    expect((await batches.accept(proposal)).series).toMatchObject([{ title: title.slice(0, 500) }]);
  });

  test('adds a book to no series that a user removed', async () => {
    const { id } = await batches.propose({ 'r.epub': makeEpub({ title: 'Removed', metadata: epub3 }) });
    const update = { id, version: undefined, series: [] };
    expect((await batches.imports.update(update, batches.context)).series).toEqual([]);
    expect((await batches.accept({ id })).series).toEqual([]);
  });
});
