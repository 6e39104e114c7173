import { afterAll, beforeAll, expect, test } from 'vitest';
import { importUpdate } from '#contract/imports/imports';
import type { Book } from '#contract/books/books';
import { exportEpub } from '#server/features/exports/export-archive';
import { exportJson } from '#server/features/exports/export-json';
import { gatherBook } from '#server/features/exports/gather';
import { eachDatabase } from '#server/testing/databases';
import { makeEpub } from '#server/testing/epub-files';
import { type UploadedFiles, openImportsOf } from '#server/testing/import-batches';
import { addScheme } from '#server/testing/subject-schemes';

const epub3 =
  '<dc:subject id="s1">Fiction: general</dc:subject><meta refines="#s1" property="authority">THEMA</meta><meta refines="#s1" property="term">FB</meta>' +
  '<dc:subject id="s2">Sea; Lighthouses</dc:subject><dc:subject>sea</dc:subject>' +
  '<dc:subject id="s3">Unlisted; own</dc:subject><meta refines="#s3" property="authority">Listed</meta><meta refines="#s3" property="term">X9</meta>' +
  '<dc:subject id="s4">Storms</dc:subject><meta refines="#s4" property="authority">LCSH</meta><meta refines="#s4" property="term">sh85</meta>' +
  '<dc:subject id="s5">Fiction again</dc:subject><meta refines="#s5" property="authority">Thema</meta><meta refines="#s5" property="term">fb</meta>';
const epub2 =
  '<dc:subject opf:authority="Listed" opf:term="A1">A label</dc:subject><dc:subject opf:authority="thema">FBA</dc:subject>' +
  '<dc:subject opf:authority="Thema">Not a code</dc:subject>';

eachDatabase('subjects of imports', async (openEmpty) => {
  const database = await openEmpty();
  const batches = await openImportsOf(database);
  beforeAll(async () => {
    await addScheme(database, 'Thema');
    const scheme_id = await addScheme(database, 'Listed', 1);
    await database.kysely
      .insertInto('subject_codes')
      .values({
        scheme_id,
        subject_key: 'listed:a1',
        code: 'A1',
        label: 'A label',
        search_key: 'a1 a label',
      })
      .execute();
  });
  afterAll(() => batches.close());

  async function addBook(files: UploadedFiles) {
    const proposal = await batches.propose(files);
    return { proposal, book: await batches.accept(proposal) };
  }
  const subjectsOf = ({ subjects = [], keywords }: Book) => ({
    subjects: subjects.map(({ scheme, code, label = '' }) => `${scheme}:${code}=${label}`),
    keywords,
  });

  test('reads subjects of existing schemes, and others as keywords', async () => {
    const { book } = await addBook({ 'a.epub': makeEpub({ metadata: epub3, title: 'Three' }) });
    expect(subjectsOf(book)).toEqual({
      subjects: ['Thema:FB=Fiction: general'],
      keywords: 'Sea; Lighthouses; Unlisted; own; Storms',
    });
    const second = await addBook({ 'b.epub': makeEpub({ version: 2, metadata: epub2, title: 'Two' }) });
    expect(subjectsOf(second.book)).toEqual({
      subjects: ['Listed:A1=A label', 'Thema:FBA='],
      keywords: 'Not a code',
    });
  });

  test('shows the record that will be stored, and stores edits of it', async () => {
    const identifiers =
      '<dc:identifier>doi:10.1000/182</dc:identifier><dc:identifier>urn:asin:B00ABCDEFG</dc:identifier>';
    const { id, ...proposal } = await batches.propose({
      'e.epub': makeEpub({ title: 'Edited', metadata: epub3 + identifiers }),
    });
    expect(proposal.publication_record).toEqual({
      subjects: [{ scheme: 'Thema', code: 'FB', label: 'Fiction: general' }],
      keywords: 'Sea; Lighthouses; Unlisted; own; Storms',
      doi: '10.1000/182',
      other_identifiers: 'ASIN: B00ABCDEFG',
    });
    const edit = (publication_record: object) =>
      batches.imports.update(importUpdate.parse({ id, publication_record }), batches.context);
    const updatedProposal = await edit({ subjects: 'LISTED:A1; listed:a1', keywords: 'Sea', doi: '' });
    expect(updatedProposal.publication_record).toEqual({
      subjects: [{ scheme: 'Listed', code: 'A1', label: 'A label' }],
      keywords: 'Sea',
      other_identifiers: 'ASIN: B00ABCDEFG',
    });
    for (const record of [{ subjects: 'Moods:sad' }, { subjects: 'Listed:B7' }, { age_from: 9, age_to: 3 }])
      await expect(edit(record)).rejects.toMatchObject({
        status: 422,
        errors: { [`publication_record.${Object.keys(record).at(-1)}`]: expect.any(String) },
      });
    const book = await batches.accept({ id });
    expect(subjectsOf(book)).toEqual({ subjects: ['Listed:A1=A label'], keywords: 'Sea' });
    expect(book.doi).toBeUndefined();
  });

  test.each<[string, object]>([
    [
      'subjects',
      { subjects: Array.from({ length: 51 }, (_, index) => ({ scheme: 'Thema', code: `F${index}` })) },
    ],
    ['subjects', { subjects: [null] }],
    ['doi', { doi: 'ten' }],
    ['keywords', { keywords: 'k'.repeat(1_001) }],
    ['other_identifiers', { other_identifiers: 'ASIN' }],
    ['publication_date', { publication_date: '2024-13-01' }],
  ])('rejects an invalid record: %s', (field, publication_record) => {
    const { error } = importUpdate.safeParse({ id: 1, publication_record });
    expect(error?.issues.map(({ path }) => path.slice(0, 2).join('.'))).toEqual([
      `publication_record.${field}`,
    ]);
  });

  test('skips what a book cannot have, with warnings', async () => {
    const many = Array.from(
      { length: 60 },
      (_, index) =>
        `<dc:subject opf:authority="Thema" opf:term="F${index}">x</dc:subject><dc:subject>${index} ${'k'.repeat(30)}</dc:subject>`,
    );
    const { proposal, book } = await addBook({
      'm.epub': makeEpub({ version: 2, metadata: many.join(''), title: 'Many' }),
    });
    expect(proposal?.warnings.map(({ kind, message }) => [kind, message])).toEqual([
      ['limit', 'The EPUB has more subjects than a book can have. The last ones were skipped.'],
      ['limit', 'The EPUB has more keywords than a book can have. The last ones were skipped.'],
    ]);
    expect(book.subjects).toHaveLength(50);
    expect(book.keywords?.split('; ')).toHaveLength(28);
  });

  test.each(['epub', 'json'] as const)('exports subjects that an import of the %s reads', async (format) => {
    const subjects = 'Thema:FB=Novels: & <tales>; Listed:A1; Thema:FBA';
    const { id } = await batches.books.create(
      { name: `As ${format}`, subjects, keywords: 'sea; salt & light' },
      batches.context,
    );
    const book = await batches.books.get(id);
    const contents = await gatherBook(database.kysely, book);
    const stream =
      format === 'json'
        ? exportJson(contents.book)
        : exportEpub({ blobs: batches.blobs, staging: batches.staging }, contents);
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    const again = await addBook({ [`again.${format}`]: Buffer.concat(chunks) });
    expect(subjectsOf(again.book)).toEqual(subjectsOf(book));
    const rows = database.kysely
      .selectFrom('books')
      .select('subjects')
      .where('id', 'in', [id, again.book.id]);
    expect(new Set((await rows.execute()).map((row) => row.subjects))).toHaveLength(1);
  });
});
