import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Book } from '#contract/books/books';
import { knownErrors } from '#contract/core/errors';
import type { MergeFieldName } from '#contract/imports/imports';
import { latestEntryOf } from '#server/core/audit-log/read-audit-log';
import { bookCodeOf } from '#server/core/resource/book-code';
import { eachDatabase } from '#server/testing/databases';
import { makeEpub } from '#server/testing/epub-files';
import { openImportsOf } from '#server/testing/import-batches';
import { undoOf } from '#server/testing/import-undo';
import { addScheme } from '#server/testing/subject-schemes';

const identifier = (type: string, value: string, index: number) =>
  `<dc:identifier id="i${index}">${value}</dc:identifier><meta refines="#i${index}" property="identifier-type">${type}</meta>`;
const metadata = [
  '<dc:contributor id="t">Mo Lind</dc:contributor><meta refines="#t" property="role">trl</meta>',
  '<dc:contributor id="n">Nora Reader</dc:contributor><meta refines="#n" property="role">nrt</meta>',
  '<meta property="belongs-to-collection" id="c">Coast</meta><meta refines="#c" property="group-position">2</meta>',
  '<dc:subject id="s">Sea stories</dc:subject><meta refines="#s" property="authority">thema</meta><meta refines="#s" property="term">FJ</meta>',
  '<dc:subject>Lighthouses</dc:subject><dc:identifier>doi:10.1000/182</dc:identifier>',
  '<dc:identifier>urn:asin:B00ABCDEFG</dc:identifier><dc:identifier>urn:isbn:9783161484100</dc:identifier>',
  identifier('LCCN', '2001', 1),
  identifier('GTIN', '4006381333931', 2),
  identifier('Own number', 'QX 1', 3),
].join('');

const peopleOf = ({ contributors = [] }: Book) => contributors.map(({ name, role }) => `${name} ${role}`);

eachDatabase('imports that update books', async (openEmpty) => {
  const database = await openEmpty();
  const batches = await openImportsOf(database, { trashDays: 30 });
  const undo = undoOf(database, batches);
  beforeAll(async () => {
    await addScheme(database, 'Thema');
  });
  afterAll(() => batches.close());

  const propose = (title: string, more = metadata) =>
    batches.propose({ 'a.epub': makeEpub({ title, metadata: more, author: 'Ada Marsh' }) });
  const rowsOf = async (importId: number, bookId: number, permissions = batches.context.permissions) => {
    const { rows } = await batches.imports.compare(importId, bookId, permissions);
    return new Map(rows.map(({ field, ...row }) => [field, row]));
  };
  const accept = (
    id: number,
    {
      bookId,
      take,
      permissions,
    }: { bookId: number; take: MergeFieldName[]; permissions?: typeof batches.context.permissions },
  ) =>
    batches.imports.accept(
      { id, version: undefined, book_id: bookId, book_version: undefined, take },
      { ...batches.context, permissions: permissions ?? batches.context.permissions },
    );
  /** Undoes the change of a book by an import. Chapters have an entry of their own. */
  const undoImport = async (bookId: number) =>
    (await undo(await latestEntryOf(database.kysely, 'books', bookId))).entry_id;

  test('does not propose to remove chapters', async () => {
    const first = await propose('Whole', '');
    const { id } = await batches.imports.accept(
      { id: first.id, version: undefined, book_version: undefined },
      batches.context,
    );
    const second = await propose('Whole', '');
    expect((await rowsOf(second.id, id)).get('chapters')).toMatchObject({ is_proposed: true });
    await batches.imports.update({ id: second.id, version: undefined, chapters: [] }, batches.context);
    expect((await rowsOf(second.id, id)).get('chapters')).toMatchObject({ found: '', is_proposed: false });
  });

  test('warns that a book has the ISBN, also after an edit', async () => {
    const isbn = '978-3-86680-192-9';
    const { id } = await batches.books.create({ name: 'Taken', isbn }, batches.context);
    const epub = '<dc:identifier>urn:isbn:3866801920</dc:identifier>';
    const proposal = await propose('Another title', epub);
    const message = knownErrors.isbnTaken('Taken', bookCodeOf(id)).message;
    expect(proposal.warnings).toMatchObject([{ kind: 'same_isbn', message, book: { id } }]);
    const update = (text: string) =>
      batches.imports.update(
        { id: proposal.id, version: undefined, fields: { isbn: text } },
        batches.context,
      );
    expect((await update('')).warnings).toEqual([]);
    expect((await update(isbn)).warnings).toMatchObject([{ kind: 'same_isbn' }]);
    expect(await batches.imports.acceptReady(proposal.batch_id, batches.context)).toMatchObject({
      accepted: 0,
    });
  });

  test('fills what a book lacks, and restores it', async () => {
    const { id } = await batches.books.create(
      { name: 'Bare', author: { id: undefined, name: 'Ada Marsh' } },
      batches.context,
    );
    const bare = await batches.books.get(id);
    const proposal = await propose('Bare');
    const rows = await rowsOf(proposal.id, id);
    const take = [...rows].flatMap(([field, { is_proposed }]) =>
      is_proposed && field !== 'chapters' ? [field] : [],
    );
    expect(take).toEqual([
      'narrator',
      'isbn',
      'contributors',
      'series',
      'asin',
      'gtin',
      'doi',
      'own_number',
      'other_identifiers',
      'subjects',
      'keywords',
    ]);
    expect(rows.get('series')).toMatchObject({ today: '', found: 'Coast (2)', is_same: false });
    expect(rows.get('contributors')).toMatchObject({ today: '', found: 'Mo Lind (Translator)' });
    expect(rows.get('subjects')).toMatchObject({ today: '', found: 'Sea stories (Thema FJ)' });
    const response = await accept(proposal.id, { bookId: id, take });
    expect(response.series).toMatchObject([{ title: 'Coast', position: '2' }]);
    const book = await batches.books.get(id);
    expect(book).toMatchObject({
      isbn: '9783161484100',
      narrator: 'Nora Reader',
      doi: '10.1000/182',
      gtin: '4006381333931',
      own_number: 'QX 1',
      other_identifiers: 'ASIN: B00ABCDEFG; LCCN: 2001',
      subjects: [{ scheme: 'Thema', code: 'FJ', label: 'Sea stories' }],
      keywords: 'Lighthouses',
      series: [{ title: 'Coast', position: '2' }],
    });
    expect(peopleOf(book)).toEqual(['Ada Marsh author', 'Mo Lind translator', 'Nora Reader narrator']);

    const undoId = await undoImport(id);
    const anyVersion = { version: expect.any(Number), updated_at: expect.any(String) };
    expect(await batches.books.get(id)).toEqual({ ...bare, ...anyVersion });
    expect(
      (await batches.series.list({ page: 1, items_per_page: 9, search: 'Coast', language: undefined })).total,
    ).toBe(0);
    await undo(undoId);
    expect(await batches.books.get(id)).toEqual({ ...book, ...anyVersion });
  });

  test('overwrites nothing that is not selected, and adds series and identifiers', async () => {
    const title = 'Rich';
    const { id, code } = await batches.books.create(
      {
        name: title,
        author: { id: undefined, name: 'Ada Marsh' },
        contributors: [
          { id: undefined, name: 'Bo Second', role: 'author' },
          { id: undefined, name: 'Eli Ray', role: 'narrator' },
          { id: undefined, name: 'Ida Fox', role: 'editor' },
        ],
        other_identifiers: 'LCCN: 1999; Shop: 7; asin: B000000000',
        doi: '10.1000/1',
        subjects: 'Thema:FBA',
        keywords: 'LIGHTHOUSES',
      },
      batches.context,
    );
    const before = await batches.books.get(id);
    const coast = await batches.series.create(
      { title: 'COAST', books: [{ code, position: '1' }] },
      batches.context,
    );
    const other = await batches.series.create({ title: 'Lamps', books: [{ code }] }, batches.context);
    const proposal = await propose(title);
    const rows = await rowsOf(proposal.id, id);
    const isOffered = [...rows].flatMap(([field, row]) => (row.is_proposed ? [field] : []));
    expect(isOffered).toEqual(expect.arrayContaining(['gtin', 'own_number', 'chapters']));
    for (const field of [
      'contributors',
      'series',
      'asin',
      'doi',
      'other_identifiers',
      'subjects',
      'keywords',
    ] as const)
      expect([field, isOffered.includes(field)]).toEqual([field, false]);
    expect(rows.get('series')).toMatchObject({ today: 'COAST (1); Lamps', found: 'COAST (2); Lamps' });
    expect(rows.get('asin')).toMatchObject({ today: 'B000000000', found: 'B00ABCDEFG' });
    expect(rows.get('other_identifiers')).toMatchObject({
      today: 'LCCN: 1999; Shop: 7',
      found: 'Shop: 7; LCCN: 2001',
    });
    expect(rows.get('keywords')).toMatchObject({ is_same: true });

    await accept(proposal.id, { bookId: id, take: ['asin', 'series', 'contributors'] });
    const book = await batches.books.get(id);
    expect(book).toMatchObject({
      other_identifiers: 'LCCN: 1999; Shop: 7; ASIN: B00ABCDEFG',
      doi: '10.1000/1',
    });
    expect(book.gtin).toBeUndefined();
    expect(peopleOf(book)).toEqual(['Ada Marsh author', 'Mo Lind translator', 'Eli Ray narrator']);
    expect(book.series).toMatchObject([
      { title: 'COAST', position: '2' },
      { title: 'Lamps', position: '' },
    ]);
    const entryId = await latestEntryOf(database.kysely, 'books', id);
    await expect(undo(entryId, new Set(['books:edit']))).rejects.toMatchObject({ status: 403 });
    await undoImport(id);
    const restoredBook = await batches.books.get(id);
    expect(peopleOf(restoredBook)).toEqual(peopleOf(before));
    expect(restoredBook).toMatchObject({ other_identifiers: before.other_identifiers, narrator: 'Eli Ray' });
    expect((await batches.series.get(coast.id)).books).toMatchObject([{ code, position: '1' }]);
    expect((await batches.series.get(other.id)).books).toMatchObject([{ code, position: '' }]);
  });

  test('keeps positions that changed after the import when it is undone', async () => {
    const { id, code } = await batches.books.create({ name: 'Moved' }, batches.context);
    const coast = await batches.series.create(
      { title: 'Shore', books: [{ code, position: '1' }] },
      batches.context,
    );
    const proposal = await propose(
      'Moved',
      '<meta name="calibre:series" content="Shore"/><meta name="calibre:series_index" content="5"/>',
    );
    await accept(proposal.id, { bookId: id, take: ['series'] });
    expect((await batches.series.get(coast.id)).books).toMatchObject([{ position: '5' }]);
    await batches.series.update({ id: coast.id, books: [{ code, position: '7' }] }, batches.context);
    await undoImport(id);
    expect((await batches.series.get(coast.id)).books).toMatchObject([{ position: '7' }]);
  });

  test('offers no ISBN of another book, and no series without permission', async () => {
    const owner = await batches.books.create({ name: 'Owner', isbn: '978-0-306-40615-7' }, batches.context);
    const { id } = await batches.books.create({ name: 'Taken' }, batches.context);
    const proposal = await propose(
      'Taken',
      `${metadata}<dc:identifier>urn:isbn:9780306406157</dc:identifier>`,
    );
    await batches.imports.update(
      { id: proposal.id, version: undefined, fields: { isbn: '9780306406157' } },
      batches.context,
    );
    const permissions = new Set(['books:edit'] as const);
    const rows = await rowsOf(proposal.id, id, permissions);
    const problem = `The book “Owner” (${owner.code}) has this ISBN.`;
    expect(rows.get('isbn')).toMatchObject({ is_proposed: false, problem });
    expect(rows.get('series')).toMatchObject({
      is_proposed: false,
      problem: 'You don’t have permission to edit series.',
    });
    await expect(accept(proposal.id, { bookId: id, take: ['isbn'] })).rejects.toMatchObject({
      status: 409,
      message: problem,
    });
    await expect(accept(proposal.id, { bookId: id, take: ['series'], permissions })).rejects.toMatchObject({
      status: 403,
    });
    await accept(proposal.id, { bookId: id, take: ['doi'], permissions });
    expect(await batches.books.get(id)).toMatchObject({ doi: '10.1000/182', series: [] });
  });

  test('rejects more identifiers than a book can have', async () => {
    const { id } = await batches.books.create(
      { name: 'Full', other_identifiers: `Shop: ${'7'.repeat(480)}` },
      batches.context,
    );
    const proposal = await propose('Full');
    await expect(accept(proposal.id, { bookId: id, take: ['asin'] })).rejects.toMatchObject({
      status: 422,
      errors: { other_identifiers: 'Must be at most 500 characters' },
    });
    expect(await batches.imports.get(proposal.id)).toMatchObject({ state: 'ready' });
  });
});
