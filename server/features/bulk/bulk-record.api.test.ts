import { afterAll, beforeAll, expect, test } from 'vitest';
import { allPermissions } from '#contract/core/permissions';
import type { Book } from '#contract/books/books';
import { MAX_SUBJECTS } from '#contract/books/book-subjects';
import { MAX_LINKED_BOOKS } from '#contract/bulk/bulk';
import type { Release } from '#contract/releases/releases';
import { customFieldOfEachType } from '#server/testing/custom-fields';
import { eachDatabase } from '#server/testing/databases';
import { openTestApp } from '#server/testing/open-test-app';

eachDatabase('bulk edits of publisher, subjects, keywords, custom fields and works', async (openEmpty) => {
  const api = await openTestApp(await openEmpty());
  const token = await api.tokenFor(allPermissions);
  beforeAll(async () => {
    await call('POST', '/subject-schemes/create', { name: 'Thema' });
    await call('POST', '/subject-schemes/create', { name: 'Own', is_listed_only: true });
    for (const field of customFieldOfEachType) await call('POST', '/custom-fields/create', field);
  });
  afterAll(() => api.close());

  const call = (method: 'GET' | 'POST', path: string, json?: unknown, query: Record<string, string> = {}) =>
    api.call(method, `/api${path}`, { token, query, ...(json !== undefined && { json }) });
  const addBook = async (json: object = {}): Promise<Book> =>
    (await call('POST', '/books/create', { name: 'Book', ...json })).body.data;
  const addBooks = async (count: number, json: object = {}): Promise<number[]> => {
    const ids: number[] = [];
    while (ids.length < count) ids.push((await addBook(json)).id);
    return ids;
  };
  const read = async (id: number, query: Record<string, string> = {}): Promise<Book> =>
    (await call('GET', `/books/${id}`, undefined, query)).body.data;
  const readAll = (ids: readonly number[]) => Promise.all(ids.map((id) => read(id)));
  const preview = async (ids: readonly number[], changes: object) =>
    (await call('POST', '/books/bulk/preview', { ids, changes })).body.data;
  const run = async (ids: readonly number[], changes: object, query: Record<string, string> = {}) => {
    const { status, body } = await call('POST', '/books/bulk', { ids, changes }, query);
    expect([status, body.errors]).toEqual([200, undefined]);
    await api.runJob('bulk', body.data.id);
    return body.data.id as number;
  };
  const undo = async (id: number) => {
    const { body } = await call('POST', `/books/bulk/${id}/undo`, {});
    await api.runJob('bulk', body.data.id);
  };
  const idsOf = async (query: Record<string, string>) =>
    (await call('GET', '/books/list', undefined, { with_chapters: '0', ...query })).body.data.items
      .map(({ id }: Book) => id)
      .toSorted((a: number, b: number) => a - b);
  /** Returns the last entry of a book. */
  const lastEntryOf = async (record_id: number) => {
    const query = { kind: 'books', record_id: String(record_id), items_per_page: '1' };
    const { id } = (await call('GET', '/audit-log', undefined, query)).body.data.items[0];
    return (await call('GET', `/audit-log/${id}`)).body.data;
  };
  const plain = (books: readonly Book[]) =>
    books.map(({ version: _version, updated_at: _time, ...book }) => book);
  const namesIn = (books: readonly Book[]) =>
    books.map(({ publisher, imprint }) => [publisher?.name, imprint?.name]);

  test('set the publisher and the imprint, create each once, and restore the earlier ones', async () => {
    const harbourBook = await addBook({ publisher: 'Harbour', imprint: 'Anchor' });
    const ids = [...(await addBooks(2)), harbourBook.id];
    const before = await readAll(ids);
    const changes = { publisher: ' New  House ', imprint: 'Attic' };
    const plan = await preview(ids, changes);
    expect(plan).toMatchObject({ changes: 3, skipped: [] });
    expect(plan.related).toEqual([
      { kind: 'new_publisher', count: 1 },
      { kind: 'new_imprint', count: 1 },
    ]);
    expect(plan.examples[2].changes).toEqual([
      { field: 'publisher', before: 'Harbour', after: 'New  House' },
      { field: 'imprint', before: 'Anchor', after: 'Attic' },
    ]);
    const id = await run(ids, changes);
    const publishers = await call('GET', '/publishers/list', undefined, { search: 'New House' });
    expect(publishers.body.data.items).toMatchObject([{ name: 'New House', imprints: [{ name: 'Attic' }] }]);
    const publisherId = publishers.body.data.items[0].id;
    expect(await idsOf({ publisher_id: String(publisherId) })).toEqual(ids.toSorted((a, b) => a - b));
    expect(await lastEntryOf(harbourBook.id)).toMatchObject({
      action: 'changed',
      changes: [
        { field: 'publisher', before: { name: 'Harbour' }, after: { name: 'New House' } },
        { field: 'imprint', before: { name: 'Anchor' }, after: { name: 'Attic' } },
      ],
    });

    // A publisher without books can be deleted. The undo creates it again.
    await api.call('DELETE', `/api/publishers/${before[2]?.publisher?.id}`, { token });
    await undo(id);
    expect(namesIn(await readAll(ids))).toEqual([
      [undefined, undefined],
      [undefined, undefined],
      ['Harbour', 'Anchor'],
    ]);
  });

  test('set an imprint of the publisher of each book, and clear both', async () => {
    const first = await addBook({ publisher: 'North' });
    const second = await addBook({ publisher: 'South', imprint: 'Reef' });
    const without = await addBook();
    const ids = [first.id, second.id, without.id];
    const plan = await preview(ids, { imprint: 'Dune' });
    expect(plan).toMatchObject({
      changes: 2,
      skipped: [{ reason: 'no_imprint', count: 1 }],
      related: [{ kind: 'new_imprint', count: 2 }],
    });
    await run(ids, { imprint: 'Dune' });
    expect(namesIn(await readAll(ids))).toEqual([
      ['North', 'Dune'],
      ['South', 'Dune'],
      [undefined, undefined],
    ]);
    // The same publisher leaves the imprint as it is.
    expect(await preview(ids, { publisher: 'south' })).toMatchObject({
      changes: 2,
      skipped: [{ reason: 'unchanged', count: 1 }],
    });
    await run([second.id], { imprint: '' });
    await run([first.id], { publisher: '' });
    expect(namesIn(await readAll(ids))).toEqual([
      [undefined, undefined],
      ['South', undefined],
      [undefined, undefined],
    ]);
  });

  test('add and remove subjects and keywords, and restore them', async () => {
    const first = await addBook({ subjects: 'Thema:FBA; Thema:FL=Own label', keywords: 'sea\nShips' });
    const second = await addBook();
    const full = Array.from({ length: MAX_SUBJECTS }, (_, index) => `Thema:X${index}`).join(';');
    const third = await addBook({ subjects: full });
    const ids = [first.id, second.id, third.id];
    const before = await readAll(ids);
    const changes = {
      add_subjects: 'thema:fl; thema:YF',
      remove_subjects: [{ scheme: 'Thema', code: 'fba' }],
      add_keywords: 'Storm; storm ;SEA',
      remove_keywords: 'ships',
    };
    const plan = await preview(ids, changes);
    expect(plan).toMatchObject({ changes: 2, skipped: [{ reason: 'too_long', count: 1 }] });
    expect(plan.examples[0].changes).toEqual([
      { field: 'subjects', before: 'Thema:FBA; Thema:FL=Own label', after: 'Thema:FL=Own label; Thema:YF' },
      { field: 'keywords', before: 'sea\nShips', after: 'sea; storm' },
    ]);
    const id = await run(ids, changes);
    expect((await read(second.id)).subjects).toEqual([
      { scheme: 'Thema', code: 'fl' },
      { scheme: 'Thema', code: 'YF' },
    ]);
    expect((await read(second.id)).keywords).toBe('storm; SEA');
    expect(await idsOf({ subject: 'Thema:YF' })).toEqual([first.id, second.id]);
    expect(await idsOf({ subject: 'Thema:FBA' })).toEqual([]);
    await undo(id);
    expect(plain(await readAll(ids))).toEqual(plain(before));
    expect(await idsOf({ subject: 'Thema:FBA' })).toEqual([first.id]);
  });

  test('set and clear custom fields of all types, and restore them', async () => {
    const custom = {
      note: 'Ünïque',
      season: 2.5,
      signed_on: '2026-02-28',
      is_exclusive: false,
      mood: 'Calm',
      page: 'https://example.org/a',
    };
    const first = await addBook({ custom: { note: 'Old', season: 1 } });
    const ids = [first.id, ...(await addBooks(1))];
    const before = await readAll(ids);
    const plan = await preview(ids, { custom: { note: 'New', mood: 'calm' } });
    expect(plan.examples[0].changes).toEqual([
      { field: 'custom.note', before: 'Old', after: 'New' },
      { field: 'custom.mood', before: '-', after: 'Calm' },
    ]);
    const id = await run(ids, { custom });
    for (const book of await readAll(ids)) expect(book.custom).toEqual(custom);
    expect(await idsOf({ 'custom.mood': 'Calm' })).toEqual(ids);
    const removal = await run(ids, { custom: { season: '', mood: '' } });
    expect((await read(first.id)).custom).not.toHaveProperty('season');
    expect(await idsOf({ 'custom.mood': 'Calm' })).toEqual([]);
    const { changes } = await lastEntryOf(first.id);
    expect(changes.map(({ field }: { field: string }) => field)).toEqual(['custom.season', 'custom.mood']);
    await undo(removal);
    await undo(id);
    expect(plain(await readAll(ids))).toEqual(plain(before));
  });

  test('cannot clear a required custom field', async () => {
    const fields = (await call('GET', '/custom-fields')).body.data.items;
    const { id, key } = fields.find(({ label }: { label: string }) => label === 'Note');
    await call('POST', '/custom-fields/update', { id, is_required: true });
    const ids = await addBooks(1, { custom: { note: 'x' } });
    const { status, body } = await call('POST', '/books/bulk', { ids, changes: { custom: { [key]: '' } } });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['changes.custom.note']]);
    await call('POST', '/custom-fields/update', { id, is_required: false });
  });

  test.each([
    [{ custom: { unknown: 'x' } }, 'changes.custom.unknown'],
    [{ custom: { season: 'x' } }, 'changes.custom.season'],
    [{ add_subjects: 'Nope:A' }, 'changes.add_subjects'],
    [{ add_subjects: 'Own:A' }, 'changes.add_subjects'],
    [{ add_subjects: [null] }, 'changes.add_subjects'],
    [{ remove_subjects: 'FBA' }, 'changes.remove_subjects'],
    [{ edition_of: 'BK-999999' }, 'changes.edition_of'],
    [{ publisher: 7 }, 'changes.publisher'],
  ])('reject %j', async (changes, path) => {
    const ids = await addBooks(1);
    for (const target of ['/books/bulk', '/books/bulk/preview']) {
      const { status, body } = await call('POST', target, { ids, changes });
      expect([status, Object.keys(body.errors)]).toEqual([422, [path]]);
    }
  });

  test('link books as editions of one work, skip those of other works, and restore them', async () => {
    const first = await addBook();
    const edition = await addBook({ edition_of: first.code });
    const other = await addBook();
    const ofOther = await addBook({ edition_of: other.code });
    const free = await addBook();
    const ids = [first, edition, other, ofOther, free].map(({ id }) => id);
    const plan = await preview(ids, { edition_of: edition.code });
    expect(plan).toMatchObject({
      changes: 1,
      skipped: [
        { reason: 'unchanged', count: 2 },
        { reason: 'other_work', count: 2 },
      ],
    });
    expect(plan.examples[0].changes).toEqual([{ field: 'edition_of', before: '-', after: first.name }]);
    const id = await run(ids, { edition_of: edition.code });
    expect(await idsOf({ work_of: first.code })).toEqual([first.id, edition.id, free.id]);

    const removal = await run([edition.id, free.id], { edition_of: '' });
    expect(await idsOf({ work_of: first.code })).toEqual([first.id]);
    // A book that became the first edition of others stays so.
    const late = await addBook({ edition_of: free.code });
    await undo(removal);
    expect(await idsOf({ work_of: first.code })).toEqual([first.id, edition.id]);
    expect(await idsOf({ work_of: free.code })).toEqual([free.id, late.id]);
    expect((await call('POST', `/books/bulk/${id}/undo`, {})).status).toBe(200);

    const many = Array.from({ length: MAX_LINKED_BOOKS + 1 }, (_, index) => index + 1);
    for (const path of ['/books/bulk', '/books/bulk/preview']) {
      const { status, body } = await call('POST', path, { ids: many, changes: { edition_of: first.code } });
      expect([status, body.code]).toEqual([422, 'list.too_long']);
    }
  });

  test('are saved into a release', async () => {
    const release: Release = (await call('POST', '/releases', { name: 'Autumn' })).body.data;
    const query = { release: String(release.id) };
    const fresh: Book = (await call('POST', '/books/create', { name: 'Fresh' }, query)).body.data;
    const ids = await addBooks(2, { subjects: 'Thema:FBA' });
    const changes = {
      publisher: 'Only in the release',
      imprint: 'Leaf',
      add_subjects: 'Thema:RR',
      custom: { mood: 'Dark' },
    };
    await run(ids, changes, query);
    await run(ids, { edition_of: fresh.code }, query);
    expect(await read(ids[0] ?? 0)).not.toHaveProperty('publisher');
    expect(await read(ids[0] ?? 0, query)).toMatchObject({
      publisher: { name: 'Only in the release' },
      edition_of: { code: fresh.code },
    });
    // Its ID is that which the publisher of the release had.
    await addBook({ publisher: 'Another one' });
    await call('POST', `/releases/${release.id}/publish`, {});
    for (const book of await readAll(ids))
      expect(book).toMatchObject({
        publisher: { name: 'Only in the release' },
        imprint: { name: 'Leaf' },
        subjects: [{ code: 'FBA' }, { code: 'RR' }],
        custom: { mood: 'Dark' },
        edition_of: { code: fresh.code },
      });
  });
});
