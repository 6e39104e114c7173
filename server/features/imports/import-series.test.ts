import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#server/core/db/open';
import { exportEpub } from '#server/features/exports/export-archive';
import { exportJson } from '#server/features/exports/export-json';
import { gatherBook } from '#server/features/exports/gather';
import { eachDatabase } from '#server/testing/databases';
import { makeEpub } from '#server/testing/epub-files';
import { openImportsOf } from '#server/testing/import-batches';

const epub3 =
  '<meta property="belongs-to-collection" id="c1">Coast</meta><meta refines="#c1" property="collection-type">series</meta><meta refines="#c1" property="group-position">2.5</meta>' +
  '<meta property="belongs-to-collection" id="c2">Box</meta><meta refines="#c2" property="collection-type">set</meta>' +
  '<dc:identifier>doi:10.1000/182</dc:identifier><dc:identifier>urn:asin:B00ABCDEFG</dc:identifier>';
const epub2 =
  '<meta name="calibre:series" content="COAST"/><meta name="calibre:series_index" content="3.0"/>' +
  '<dc:identifier opf:scheme="MOBI-ASIN">b00abcdefg</dc:identifier><dc:identifier opf:scheme="calibre">1234567890</dc:identifier>';

eachDatabase('series of imports', (openEmpty) => {
  let database: Database;
  let batches: Awaited<ReturnType<typeof openImportsOf>>;
  beforeAll(async () => {
    database = await openEmpty();
    batches = await openImportsOf(database);
  });
  afterAll(() => batches.close());

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
    expect(proposal.series).toEqual([{ title: 'Coast', position: '2.5', is_known: true }]);
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

  test('adds a book to no series that a user removed or that does not exist', async () => {
    const metadata = '<meta name="calibre:series" content="Unknown Coast"/>';
    const proposal = await batches.propose({
      'u.epub': makeEpub({ version: 2, title: 'Unknown', metadata }),
    });
    expect(proposal.series).toEqual([{ title: 'Unknown Coast', position: '', is_known: false }]);
    await batches.accept(proposal);
    const secondProposal = await batches.propose({
      'r.epub': makeEpub({ title: 'Removed', metadata: epub3 }),
    });
    const update = { id: secondProposal.id, version: undefined, series: [] };
    expect((await batches.imports.update(update, batches.context)).series).toEqual([]);
    const { code } = await batches.accept(secondProposal);
    const { items } = await batches.series.list({
      page: 1,
      items_per_page: 10,
      search: '',
      language: undefined,
    });
    expect(items.map(({ title }) => title)).toEqual(['Closed Coast', 'Coast']);
    expect(items[0]?.books.map((book) => book.code)).not.toContain(code);
  });
});
