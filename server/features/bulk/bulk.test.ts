import { beforeAll, expect, test } from 'vitest';
import { books as declaration } from '#contract/books/books';
import { type BulkChanges, type BulkRequest, bulkRequest } from '#contract/bulk/bulk';
import { valueMessages } from '#contract/core/messages';
import { type Permission, allPermissions } from '#contract/core/permissions';
import type { SessionUser } from '#server/core/auth/sessions';
import { contextWith } from '#server/testing/factories';
import { eachDatabase } from '#server/testing/databases';
import { createAuditLogService } from '#server/features/audit-log/audit-log.service';
import { lifecyclesOf } from '#server/app/modules';
import { deleteOldChanges } from './old-changes.ts';
import { createBulkEdits } from '#server/testing/bulk-edits';
import { jobContext } from '#server/testing/job-context';

const context = contextWith();

eachDatabase('bulk changes of books', async (openEmpty) => {
  const database = await openEmpty();
  const { adminEmail, catalogue, bulk, undoService, job, userId } = await createBulkEdits(database);

  const userWith = (permissions: readonly Permission[]) =>
    ({ id: userId, email: adminEmail, permissions: new Set(permissions) }) as unknown as SessionUser;
  const callContext = () => {
    const user = userWith(allPermissions);
    return { user, authorize: async () => user };
  };
  const request = (body: object): BulkRequest => bulkRequest.parse(body);
  const run = (id: number, signal = new AbortController().signal) =>
    job.run(jobContext(id, { userId, signal }));
  /** Starts a change and runs its job. */
  async function change(body: object): Promise<number> {
    const { id } = await bulk.apply(callContext(), request(body));
    await run(id);
    return id;
  }
  async function undo(id: number): Promise<number> {
    const undoJob = await bulk.undo(callContext(), id);
    await run(undoJob.id);
    return undoJob.id;
  }
  const books = async () => {
    const rows = await database.kysely
      .selectFrom('books')
      .innerJoin('authors', 'authors.id', 'books.author_id')
      .select(['books.id', 'authors.name as author', 'language', 'category_id', 'sub_category_id'])
      .select(['is_backup', 'reading_time'])
      .orderBy('books.id')
      .execute();
    return rows;
  };
  /** Compares the counters with counted rows. */
  async function expectTrueCounts(): Promise<void> {
    const { kysely } = database;
    const bookCounts = await kysely
      .selectFrom('book_counts')
      .selectAll()
      .orderBy('language')
      .orderBy('category_id')
      .orderBy('sub_category_id')
      .orderBy('is_backup')
      .execute();
    const sums = new Map<string, [number, number]>();
    for (const book of await books()) {
      const key = [book.language, book.category_id ?? 0, book.sub_category_id ?? 0, book.is_backup].join();
      const [number, seconds] = sums.get(key) ?? [0, 0];
      sums.set(key, [number + 1, seconds + book.reading_time]);
    }
    expect(
      Object.fromEntries(
        bookCounts.map((row) => [
          [row.language, row.category_id, row.sub_category_id, row.is_backup].join(),
          [row.books, row.reading_seconds],
        ]),
      ),
    ).toEqual(Object.fromEntries(sums));
    const authors = await kysely.selectFrom('authors').select(['id', 'book_count']).execute();
    const rows = await kysely.selectFrom('books').select('author_id').execute();
    for (const { id, book_count } of authors)
      expect(book_count).toBe(rows.filter(({ author_id }) => author_id === id).length);
  }

  beforeAll(async () => {
    await catalogue.collections.create({ title: 'Shelf', book_codes: [] }, context);
    for (const name of ['Sea', 'Land']) {
      const { code } = await catalogue.addCategory(name);
      await catalogue.addSubCategory(`Deep ${name}`, code);
    }
    for (let number = 1; number <= 30; number += 1)
      await catalogue.addBook({
        name: `Book ${number}`,
        duration: number * 60,
        language: (number % 3) + 1,
        is_backup: number % 2 === 0,
        author: { name: number % 5 === 0 ? 'Few Books' : 'Many Books' },
        ...(number <= 10 && { sub_category_code: 'deep-sea' }),
      });
  });

  const bookById = (number: number) => books().then((all) => all.find(({ id }) => id === number));

  test('previews changed and skipped books with reasons and related entries, and writes nothing', async () => {
    const before = await books();
    const plan = await bulk.preview(
      userWith(allPermissions),
      request({
        ids: [1, 2, 5, 10, 15, 20, 25, 30, 999],
        changes: { category_code: 'land', author: { name: 'Nobody Yet' } },
      }),
    );
    expect(plan).toMatchObject({
      total: 9,
      changes: 8,
      skipped: [{ reason: 'missing', count: 1 }],
      is_undoable: true,
    });
    expect(Object.fromEntries(plan.related.map(({ kind, count }) => [kind, count]))).toEqual({
      new_author: 1,
      leave_sub_category: 4,
      authors_without_books: 1,
    });
    expect(plan.examples.find(({ id }) => id === 1)).toEqual({
      id: 1,
      code: 'BK-000001',
      name: 'Book 1',
      changes: [
        { field: 'author', before: 'Many Books', after: 'Nobody Yet' },
        { field: 'category', before: 'Sea', after: 'Land' },
        { field: 'sub_category', before: 'Deep Sea', after: '-' },
      ],
    });
    expect(await books()).toEqual(before);
  });

  test('changes all books of a filter and restores them, with the counters', async () => {
    const before = await books();
    const id = await change({
      filter: { language: 'tr' },
      expected: 10,
      changes: { sub_category_code: 'deep-land', language: 4, is_backup: true, author: { name: 'New One' } },
      except: [3],
    });
    const after = await books();
    for (const [index, book] of after.entries()) {
      const old = before[index];
      if (old?.language !== 1 || old.id === 3) expect(book).toEqual(old);
      else
        expect(book).toMatchObject({
          author: 'New One',
          language: 4,
          category_id: 2,
          sub_category_id: 2,
          is_backup: 1,
        });
    }
    await expectTrueCounts();
    expect((await catalogue.list({ sub_category_code: 'deep-land' })).total).toBe(9);
    const { entry_id } = await bulk.get(userWith([]), id);
    const entries = await database.kysely
      .selectFrom('audit_log')
      .select(['record_id', 'actor_id', 'action', 'cause_id'])
      .where('request_id', '=', `bulk-${id}`)
      .execute();
    expect(entries).toHaveLength(9);
    expect(entries[0]).toMatchObject({ actor_id: userId, action: 'changed', cause_id: entry_id });
    expect(await bulk.get(userWith([]), id)).toEqual({
      id,
      total: 9,
      done: 9,
      changed: 9,
      entry_id: expect.any(Number),
      release_id: null,
      is_undoable: true,
      is_undone: false,
    });
    await undo(id);
    expect(await books()).toEqual(before);
    await expectTrueCounts();
    await expect(bulk.undo(callContext(), id)).rejects.toMatchObject({ status: 409 });
  });

  test('sets and removes fields of the publication record, and restores them', async () => {
    const ids = [26, 27, 28, 29];
    await catalogue.books.update(
      declaration.update.parse({ id: 26, rights: 'DE', age_from: 9, publication_status: 'announced' }),
      context,
    );
    const recordOf = async (id: number) => {
      const { publication_status, rights, age_to, version } = await catalogue.books.get(id);
      return { publication_status, rights, age_to, version };
    };
    const before = await Promise.all(ids.map(recordOf));
    const changes = { publication_status: 'active', rights: 'AT CH', age_to: 6 };
    const plan = await bulk.preview(userWith(allPermissions), request({ ids, changes }));
    expect(plan).toMatchObject({ changes: 3, skipped: [{ reason: 'invalid', count: 1 }] });
    expect(plan.examples[0]?.changes).toEqual([
      { field: 'publication_status', before: '-', after: 'Active' },
      { field: 'age_to', before: '-', after: '6' },
      { field: 'rights', before: '-', after: 'AT CH' },
    ]);

    const id = await change({ ids, changes });
    expect(await recordOf(26)).toEqual(before[0]);
    const rights = [{ territories: ['AT', 'CH'] }];
    for (const bookId of ids.slice(1))
      expect(await recordOf(bookId)).toMatchObject({ publication_status: 'active', rights, age_to: 6 });
    expect((await catalogue.list({ publication_status: 'active' })).total).toBe(3);
    const rightRows = () =>
      database.kysely.selectFrom('book_rights').select('book_id').where('book_id', 'in', ids).execute();
    expect(await rightRows()).toHaveLength(4);
    const removal = await change({ ids, changes: { rights: '', publication_status: '' } });
    expect(await recordOf(26)).toMatchObject({ publication_status: undefined, rights: undefined });
    expect(await rightRows()).toEqual([]);

    await undo(removal);
    await undo(id);
    expect(await Promise.all(ids.map(recordOf))).toMatchObject(
      before.map(({ version: _version, ...record }) => record),
    );
    expect(await rightRows()).toHaveLength(1);
  });

  test('rejects invalid values and identifiers of the publication record', () => {
    expect(() => request({ ids: [1], changes: { publication_date: 'soon' } })).toThrow(
      valueMessages.mustBeDate,
    );
    expect(request({ ids: [1], changes: { isbn: '978-3-16-148410-0' } }).changes).toEqual({});
  });

  test('skips books in an undo that were changed since', async () => {
    const id = await change({ ids: [21, 22], changes: { language: 2 } });
    await catalogue.books.update({ id: 21, name: 'Changed since' }, context);
    await undo(id);
    expect([(await bookById(21))?.language, (await bookById(22))?.language]).toEqual([2, (22 % 3) + 1]);
    await expectTrueCounts();
  });

  test('rejects another number of books than expected', async () => {
    const body = { filter: { search: 'Book' }, expected: 7, changes: { language: 1 } };
    await expect(bulk.preview(userWith(allPermissions), request(body))).rejects.toMatchObject({
      status: 409,
    });
    await expect(bulk.apply(callContext(), request(body))).rejects.toMatchObject({ status: 409 });
  });

  test.each<[string, object, number]>([
    ['nothing', {}, 422],
    ['two things', { delete: true, language: 1 }, 422],
    ['an unknown category', { category_code: 'nowhere' }, 422],
    ['a sub-category of another category', { category_code: 'sea', sub_category_code: 'deep-land' }, 422],
  ])('rejects %s', async (_what, changes, status) => {
    await expect(bulk.apply(callContext(), request({ ids: [1], changes }))).rejects.toMatchObject({ status });
  });

  test('requires a separate permission for each type of change', async () => {
    const may = (permissions: readonly Permission[], changes: object) =>
      bulk.preview(userWith(permissions), request({ ids: [1], changes }));
    await expect(may(['books:delete'], { language: 1 })).rejects.toMatchObject({ status: 403 });
    await expect(may(['books:edit'], { delete: true })).rejects.toMatchObject({ status: 403 });
    await expect(may(['books:edit'], { collection_id: 1 })).rejects.toMatchObject({ status: 403 });
    expect((await may(['books:edit'], { language: 1 })).total).toBe(1);
  });

  test('continues after an interruption, and changes nothing twice in concurrent runs', async () => {
    const before = await books();
    const ids = before.map(({ id }) => id);
    const { id } = await bulk.apply(
      callContext(),
      request({ ids, changes: { author: { name: 'All Of Them' } } }),
    );
    await Promise.all([run(id), run(id)]);
    const state = await bulk.get(userWith([]), id);
    expect(state).toMatchObject({ total: 30, done: 30, changed: 30 });
    await run(id);
    expect(await bulk.get(userWith([]), id)).toEqual(state);
    await expectTrueCounts();
    await undo(id);
    expect(await books()).toEqual(before);
  });

  const fields: readonly BulkChanges[] = [
    { language: 1 },
    { language: 4 },
    { is_backup: true },
    { category_code: 'sea' },
    { category_code: '' },
    { sub_category_code: 'deep-land' },
    { author: { name: 'Few Books' } },
    { delete: true },
    { collection_id: 1 },
  ].map((changes) => request({ ids: [], changes }).changes);
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const someChange = (all: readonly { readonly id: number }[], kinds: number) => ({
    ids: all.map(({ id }) => id).filter(() => random(3) === 0),
    changes: fields[random(kinds)],
  });
  const fieldKinds = fields.length - 2;

  test('keeps correct counters after random concurrent changes', async () => {
    const all = await books();
    for (let round = 0; round < 4; round += 1) {
      const two = [someChange(all, fieldKinds), someChange(all, fieldKinds)];
      const startedJobs = await Promise.all(two.map((body) => bulk.apply(callContext(), request(body))));
      await Promise.all(startedJobs.map(({ id }) => run(id)));
      await expectTrueCounts();
    }
  });

  test('restores the original state after random changes are undone from the last on', async () => {
    const before = await books();
    const doneCounts: number[] = [];
    for (let round = 0; round < 12; round += 1)
      doneCounts.push(await change(someChange(before, fields.length)));
    for (const id of doneCounts.toReversed())
      if ((await bulk.get(userWith([]), id)).is_undoable) await undo(id);
    expect(await books()).toEqual(before);
    await expectTrueCounts();
  });

  test('adds books to the end of collections and challenges, each once', async () => {
    const id = 1;
    await catalogue.collections.update({ id, book_codes: ['BK-000002'] }, context);
    await change({ ids: [3, 2, 1], changes: { collection_id: id } });
    expect((await catalogue.collections.get(id)).books.map(({ code }) => code)).toEqual([
      'BK-000002',
      'BK-000003',
      'BK-000001',
    ]);
    const plan = await bulk.preview(
      userWith(allPermissions),
      request({ ids: [3, 4], changes: { collection_id: id } }),
    );
    expect(plan).toMatchObject({ changes: 1, skipped: [{ reason: 'unchanged', count: 1 }] });
    const challenge = await catalogue.challenges.create(
      { title: 'Week', description: 'x', day_count: 3, items: [{ book_code: 'BK-000005' }] },
      context,
    );
    await change({ ids: [5, 6], changes: { challenge_id: challenge.id } });
    expect((await catalogue.challenges.get(challenge.id)).items.map(({ book_code }) => book_code)).toEqual([
      'BK-000005',
      'BK-000006',
    ]);
  });

  test('deletes books with their related records', async () => {
    const plan = await bulk.preview(
      userWith(allPermissions),
      request({ ids: [2, 29], changes: { delete: true } }),
    );
    expect(plan).toMatchObject({
      changes: 2,
      related: [{ kind: 'collections', count: 1 }],
      is_undoable: true,
    });
    const shelf = async () => (await catalogue.collections.get(1)).books.map(({ code }) => code);
    const [before, onShelf] = [await books(), await shelf()];
    const id = await change({ ids: [2, 29, 29_000], changes: { delete: true } });
    expect(await bulk.get(userWith([]), id)).toMatchObject({
      total: 3,
      done: 3,
      changed: 2,
      is_undoable: true,
    });
    expect((await books()).map(({ id: left }) => left)).not.toContain(29);
    await expectTrueCounts();
    const undoneCount = await undo(id);
    expect(await bulk.get(userWith([]), undoneCount)).toMatchObject({ total: 3, done: 3, changed: 2 });
    expect([await books(), await shelf()]).toEqual([before, onShelf]);
    await expect(bulk.undo(callContext(), id)).rejects.toMatchObject({ status: 409 });
    await expectTrueCounts();
  });

  test('adds one audit log entry per change, and undoes the change by it', async () => {
    const before = await books();
    const ids = before.slice(0, 6).map(({ id }) => id);
    const id = await change({ ids, changes: { language: 4, sub_category_code: 'deep-land' } });
    const { entry_id } = await bulk.get(userWith([]), id);
    const auditLog = createAuditLogService(database, lifecyclesOf(catalogue), bulk);
    const entry = await auditLog.get(entry_id ?? 0, userWith(allPermissions));
    expect(entry).toMatchObject({
      kind: 'books',
      record: { id: 0, name: '6 books' },
      action: 'changed',
      cause_id: null,
      undo: { is_possible: true },
    });
    expect(entry.changes.map(({ field }) => field)).toEqual(['sub_category', 'language']);
    const hiddenEntry = await auditLog.get(entry_id ?? 0, userWith(['books:delete']));
    expect(hiddenEntry.undo.is_possible).toBe(false);
    const undoResult = await undoService.undo(entry_id ?? 0, callContext().authorize);
    const startedChanges = await database.kysely
      .selectFrom('bulk_changes')
      .select('id')
      .where('entry_id', '=', undoResult.entry_id)
      .executeTakeFirstOrThrow();
    await run(startedChanges.id);
    expect(await books()).toEqual(before);
    expect((await auditLog.get(entry_id ?? 0, userWith(allPermissions))).undone_by).toBe(undoResult.entry_id);
    await expect(undoService.undo(entry_id ?? 0, callContext().authorize)).rejects.toMatchObject({
      status: 409,
    });
  });

  test('undoes one book of a change separately', async () => {
    const before = await books();
    const [first, second] = before.filter(({ language }) => language !== 4);
    const id = await change({ ids: [first?.id, second?.id], changes: { language: 4 } });
    const entry = await database.kysely
      .selectFrom('audit_log')
      .select('id')
      .where('request_id', '=', `bulk-${id}`)
      .where('record_id', '=', first?.id ?? 0)
      .executeTakeFirstOrThrow();
    await undoService.undo(entry.id, callContext().authorize);
    expect((await bookById(first?.id ?? 0))?.language).toBe(first?.language);
    await undo(id);
    expect(await books()).toEqual(before);
  });

  test('deletes stored values of old changes', async () => {
    const id = await change({
      ids: (await books()).slice(0, 3).map((book) => book.id),
      changes: { language: 2 },
    });
    await deleteOldChanges(database);
    expect((await bulk.get(userWith([]), id)).id).toBe(id);
    await deleteOldChanges(database, new Date(Date.now() + 31 * 86_400_000));
    await expect(bulk.get(userWith([]), id)).rejects.toMatchObject({ status: 404 });
    expect(await database.kysely.selectFrom('bulk_books').selectAll().execute()).toEqual([]);
  });
});
