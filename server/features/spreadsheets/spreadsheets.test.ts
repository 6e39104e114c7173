import { Readable } from 'node:stream';
import { beforeAll, expect, test } from 'vitest';
import { detailNames } from '#contract/books/book-details';
import { type Permission, allPermissions, resourceNames } from '#contract/core/permissions';
import { recordTypes } from '#contract/core/record-types';
import type { SpreadsheetUpload } from '#contract/spreadsheets/spreadsheets';
import type { SessionUser } from '#server/core/auth/sessions';
import { linesOf } from '#server/core/csv';
import { createUndoService, undoOneOf } from '#server/features/audit-log/undo.service';
import { createJobQueue } from '#server/core/jobs/job-queue';
import { createSpreadsheetKinds, lifecyclesOf } from '#server/app/modules';
import { publishers } from '#contract/publishers/publishers';
import { addUserRow, contextWith, createCatalogue } from '#server/testing/factories';
import { eachDatabase } from '#server/testing/databases';
import { releaseAccessOf } from '#server/testing/release-access';
import { settingsOf } from '#server/testing/settings';
import { authorSpreadsheet } from './author-spreadsheet.ts';
import { createSpreadsheetJob } from './spreadsheets.jobs.ts';
import { createSpreadsheetService, deleteOldSpreadsheets } from './spreadsheets.service.ts';
import { jobContext } from '#server/testing/job-context';

const adminEmail = 'admin@example.org';
const context = contextWith();

eachDatabase('spreadsheets', async (openEmpty) => {
  const database = await openEmpty();
  const catalogue = createCatalogue(database);
  const settings = settingsOf();
  const kinds = createSpreadsheetKinds(catalogue, { database, settings });
  let spreadsheets: ReturnType<typeof createSpreadsheetService>;
  let job: ReturnType<typeof createSpreadsheetJob>;
  let undo: ReturnType<typeof createUndoService>;
  let userId: number;

  const userWith = (permissions: readonly Permission[]) =>
    ({ id: userId, email: adminEmail, permissions: new Set(permissions) }) as unknown as SessionUser;
  const callContext = { authorize: async () => userWith(allPermissions) };
  const run = (id: number, signal = new AbortController().signal) =>
    job.run(jobContext(id, { userId, signal }));
  const plan = (kind: SpreadsheetUpload['kind'], csv: string) =>
    spreadsheets.preview(userWith(allPermissions), { kind, csv });
  const exportRows = async (kind: SpreadsheetUpload['kind'], query: object = {}) =>
    (await Readable.from(linesOf(kinds[kind].columns, kinds[kind].rows(query))).toArray()).join('');
  const lines = (text: string) => text.trim().split('\r\n').slice(1);

  beforeAll(async () => {
    const releases = releaseAccessOf(database, catalogue, catalogue.storage);
    spreadsheets = createSpreadsheetService({
      database,
      jobs: createJobQueue(database),
      kinds,
      kindsOf: () => kinds,
      releases,
    });
    undo = createUndoService(
      { database, files: catalogue.storage, lifecycles: lifecyclesOf(catalogue), trashDays: 30 },
      undoOneOf(spreadsheets, spreadsheets),
    );
    job = createSpreadsheetJob({ database, kinds, releases, adminEmail, undoEntry: undo.undo });
    userId = await addUserRow(database, adminEmail);
    for (const name of ['Sea', 'Land']) {
      const { code } = await catalogue.addCategory(name);
      await catalogue.addSubCategory(`Deep ${name}`, code);
    }
    for (let number = 1; number <= 12; number += 1)
      await catalogue.addBook({
        name: number === 3 ? '=HYPERLINK("x")' : `Book ${number}`,
        description: number === 4 ? 'Two lines,\r\nof "text"' : '',
        duration: number * 60,
        language: (number % 3) + 1,
        is_backup: number % 2 === 0,
        author: { name: 'Somebody' },
        ...(number <= 5 && { sub_category_code: 'deep-sea' }),
      });
    await catalogue.collections.create({ title: 'Shelf', book_codes: ['BK-000002', 'BK-000001'] }, context);
    await catalogue.challenges.create(
      {
        title: 'Week',
        description: 'x',
        day_count: 2,
        items: [{ book_code: 'BK-000005', is_featured: true }, { book_code: 'BK-000001' }],
      },
      context,
    );
    await catalogue.series.create(
      {
        title: 'Cycle',
        books: [
          { code: 'BK-000002', position: '1' },
          { code: 'BK-000001', position: '2,5' },
          { code: 'BK-000003' },
        ],
      },
      context,
    );
    await catalogue.publishers.create(
      {
        name: 'Tern',
        website: 'https://tern.example.org',
        imprints: [{ name: 'Sand' }, { name: 'Reef, Rock' }],
      },
      context,
    );
    await catalogue.storyBooks.create({ title: 'Stories' }, context);
    await catalogue.mobileConfigs.create(
      { title: 'Home', config: [{ title: 'Shelf', type: 'one_collection', data: [1] }] },
      context,
    );
  });

  test('downloads every list as filtered, in its order', async () => {
    const all = lines(await exportRows('books'));
    expect(all.filter((line) => line.startsWith('BK-'))).toHaveLength(12);
    expect(all[0]).toBe(
      `BK-000012,Book 12,Somebody,,Somebody (author),,,0,tr,backup,,,,0,720,720,,${','.repeat(detailNames.length)}`,
    );
    const turkish = lines(await exportRows('books', { language: 'tr', sort_by_field: 'reading_time' }));
    expect(turkish.map((line) => line.slice(0, 9))).toEqual([
      'BK-000003',
      'BK-000006',
      'BK-000009',
      'BK-000012',
    ]);
    expect(turkish[0]).toContain('"\'=HYPERLINK(""x"")"');
    expect(lines(await exportRows('sub-categories'))).toEqual([
      'deep-land,Deep Land,land,',
      'deep-sea,Deep Sea,sea,',
    ]);
    expect(lines(await exportRows('collections'))).toEqual(['1,Shelf,,"BK-000002, BK-000001"']);
    expect(lines(await exportRows('challenges'))).toEqual(['1,Week,x,2,yes,"BK-000005*, BK-000001"']);
  });

  test('downloads the list of contributors as filtered, in its order', async () => {
    const of = async (name: string) => catalogue.addBook({ name: 'By another', author: { name } });
    const newAuthors = [await of('Smith, Ann'), await of('Ann Smith'), await of('=Zoe')];
    const { columns, rows } = authorSpreadsheet(catalogue.books.authors);
    const out = async (query: object) =>
      lines((await Readable.from(linesOf(columns, rows(query))).toArray()).join('')).map((line) =>
        line.slice(line.indexOf(',') + 1),
      );
    expect(await out({})).toEqual([
      'Somebody,12,,Author (12),,',
      '"Smith, Ann",1,Ann Smith,Author (1),,',
      'Ann Smith,1,"Smith, Ann",Author (1),,',
      "'=Zoe,1,,Author (1),,",
    ]);
    expect(await out({ similar: '1', sort_by_field: 'name' })).toEqual([
      'Ann Smith,1,"Smith, Ann",Author (1),,',
      '"Smith, Ann",1,Ann Smith,Author (1),,',
    ]);
    expect(await out({ role: 'narrator' })).toEqual([]);
    for (const { id } of newAuthors) await catalogue.books.remove(id, context);
  });

  test('changes nothing when a downloaded file of any type is imported', async () => {
    for (const kind of resourceNames) {
      expect(kinds[kind].columns[0]).toBe(recordTypes[kind].key);
      const preview = await plan(kind, await exportRows(kind));
      expect(preview, kind).toMatchObject({
        id: null,
        created: 0,
        changed: 0,
        rejected: 0,
        ignored_columns: [],
      });
      expect(preview.unchanged).toBe(preview.total);
      expect(preview.total).toBeGreaterThan(0);
    }
  });

  test('reads the positions of the books of a series', async () => {
    const csv = 'title,books\nNew,BK-000003=1–3; BK-000002 = 4\nUnknown,BK-000099=1\nInvalid,A, B';
    const preview = await plan('series', csv.replace('A, B', '"A, B"'));
    expect(preview).toMatchObject({ created: 1, rejected: 2 });
    expect(preview.rows[0]?.changes).toContainEqual({
      column: 'books',
      before: '',
      after: 'BK-000003=1–3; BK-000002 = 4',
    });
    expect(preview.errors.map(({ reason }) => reason)).toEqual([
      'No book found with code BK-000099.',
      'No book found with code A, B.',
    ]);
  });

  test('previews new, changed and rejected rows by line and column', async () => {
    const before = await exportRows('books');
    const preview = await plan(
      'books',
      [
        'Code,Name,Language,Category code,Sub category code,Duration,Notes',
        'BK-000001,Book 1,pt,sea,deep-sea,60,x',
        'BK-000002,Renamed,es,sea,deep-sea,120,',
        ',Brand new,en,land,deep-land,30,',
        'BK-000099,Nobody,,,,,',
        'BK-000004,,xx,sea,deep-sea,-5,',
        'BK-000005,Book 5,en,land,deep-sea,300,',
        'BK-000006,Book 6,tr,nowhere,,360,',
        'BK-000002,Twice,,,,,',
      ].join('\n'),
    );
    expect(preview).toMatchObject({
      total: 8,
      created: 1,
      changed: 1,
      unchanged: 1,
      rejected: 5,
      ignored_columns: ['Notes'],
    });
    expect(preview.rows).toEqual([
      {
        line: 3,
        name: 'Renamed',
        changes: [
          { column: 'name', before: 'Book 2', after: 'Renamed' },
          { column: 'language', before: 'en', after: 'es' },
        ],
      },
      expect.objectContaining({ line: 4, name: 'Brand new' }),
    ]);
    expect(preview.errors.map(({ line, column }) => [line, column])).toEqual([
      [5, 'code'],
      [6, 'language'],
      [6, 'duration'],
      [6, 'name'],
      [7, 'sub_category_code'],
      [8, 'category_code'],
      [9, 'code'],
    ]);
    expect(preview.errors.at(-1)?.reason).toBe('BK-000002 already appears in line 3.');
    expect(await exportRows('books')).toBe(before);
  });

  test('applies a preview once, continues after an interruption, and adds one audit log entry', async () => {
    const preview = await plan(
      'books',
      'code,name,author\nBK-000007,Seven,Somebody\nBK-000008,Eight,Somebody\n,New one,New Author\nBK-000009,Left out,Somebody',
    );
    const id = preview.id ?? 0;
    await catalogue.books.update({ id: 8, name: 'Faster' }, context);
    await spreadsheets.apply(callContext, id, [5]);
    await expect(spreadsheets.apply(callContext, id)).rejects.toMatchObject({ status: 409 });
    await run(id);
    await run(id);
    const state = await spreadsheets.get({ id: userId }, id);
    expect(state).toMatchObject({ total: 3, done: 3, created: 1, changed: 1, failed: 1 });
    expect(state.failures).toEqual([{ line: 3, column: '', reason: expect.stringContaining('changed') }]);
    const names = (await catalogue.list({ items_per_page: 100 })).items.map(({ name }) => name);
    expect(names.filter((name) => ['Seven', 'Eight', 'New one', 'Left out'].includes(name))).toEqual([
      'New one',
      'Seven',
    ]);
    const entries = await database.kysely
      .selectFrom('audit_log')
      .select(['action', 'cause_id'])
      .where('request_id', '=', `spreadsheet-${id}`)
      .orderBy('id')
      .execute();
    expect(entries).toEqual([
      { action: 'changed', cause_id: state.entry_id },
      { action: 'created', cause_id: state.entry_id },
    ]);
  });

  test('orders lists by their codes, and creates codes for new records', async () => {
    const shelf = await plan(
      'collections',
      'id,title,book_codes\n1,Shelf,"BK-000001 BK-000003"\n,Second,BK-000404',
    );
    expect(shelf).toMatchObject({ changed: 1, rejected: 1 });
    await spreadsheets.apply(callContext, shelf.id ?? 0);
    await run(shelf.id ?? 0);
    expect((await catalogue.collections.get(1)).books.map(({ code }) => code)).toEqual([
      'BK-000001',
      'BK-000003',
    ]);
    const fresh = await plan('categories', 'code,name\nsky,Sky\n,Air');
    expect(fresh).toMatchObject({ created: 2, rejected: 0 });
    await spreadsheets.apply(callContext, fresh.id ?? 0);
    await run(fresh.id ?? 0);
    expect(lines(await exportRows('categories')).slice(0, 2)).toEqual(['air,Air,', 'sky,Sky,']);
  });

  test('undoes a whole import except later changes, and continues after an interruption', async () => {
    const before = lines(await exportRows('books'));
    const { id } = await plan(
      'books',
      'code,name,author\nBK-000001,One,Ann\nBK-000002,Two,Ann\n,Fresh,Ann\nBK-000010,Ten,Ann\n,Newer,Ann',
    );
    await expect(spreadsheets.undo(callContext, id ?? 0)).rejects.toMatchObject({ status: 409 });
    await spreadsheets.apply(callContext, id ?? 0);
    await expect(spreadsheets.undo(callContext, id ?? 0)).rejects.toMatchObject({ status: 409 });
    await run(id ?? 0);
    await database.kysely.deleteFrom('jobs').execute();
    const finishedImport = await spreadsheets.get({ id: userId }, id ?? 0);
    expect(finishedImport).toMatchObject({ created: 2, changed: 3, is_undoable: true, is_undone: false });
    const editor = { authorize: async () => userWith(['books:edit']) };
    await expect(spreadsheets.undo(editor, id ?? 0)).rejects.toMatchObject({ status: 403 });
    const updatedBook = await catalogue.books.update({ id: 2, name: 'Mine' }, context);

    // The undo uses the audit log entry, which all users with permission to edit books can undo.
    const undoResult = await undo.undo(finishedImport.entry_id ?? 0, callContext.authorize);
    const { id: undoId } = await database.kysely
      .selectFrom('spreadsheets')
      .select('id')
      .where('entry_id', '=', undoResult.entry_id)
      .executeTakeFirstOrThrow();
    let steps = 0;
    const cutOff = new Error('Killed.');
    await expect(
      job.run({
        jobId: 0,
        subjectId: String(undoId),
        payload: null,
        userId,
        attempt: 1,
        signal: new AbortController().signal,
        progress: () => {
          if ((steps += 1) === 2) throw cutOff;
        },
      }),
    ).rejects.toBe(cutOff);
    await run(undoId);
    expect(await spreadsheets.get({ id: userId }, undoId)).toMatchObject({
      total: 5,
      done: 5,
      changed: 4,
      failed: 1,
      failures: [{ line: 0, reason: expect.stringContaining('since') }],
      is_undoable: false,
    });
    expect(await spreadsheets.get({ id: userId }, id ?? 0)).toMatchObject({
      is_undoable: false,
      is_undone: true,
    });
    await expect(undo.undo(finishedImport.entry_id ?? 0, callContext.authorize)).rejects.toMatchObject({
      status: 409,
    });
    expect(lines(await exportRows('books'))).toEqual(
      before.map((line) =>
        line.startsWith(updatedBook.code)
          ? line.replace(/,[^,]*,/, ',Mine,').replaceAll('Somebody', 'Ann')
          : line,
      ),
    );
    // Each import caused one entry, and the entries caused by it can be undone separately.
    const entries = await database.kysely
      .selectFrom('audit_log')
      .select(({ fn }) => ['cause_id', fn.countAll<number>().as('entries')])
      .where('cause_id', 'in', [finishedImport.entry_id ?? 0, undoResult.entry_id])
      .groupBy('cause_id')
      .orderBy('cause_id')
      .execute();
    expect(entries.map(({ entries: count }) => count)).toEqual([5, 4]);
  });

  test('rejects missing permissions and unreadable files', async () => {
    const upload = { kind: 'books', csv: 'code,name\n,New' } as const;
    await expect(spreadsheets.preview(userWith(['categories:edit']), upload)).rejects.toMatchObject({
      status: 403,
    });
    for (const csv of ['', 'foo,bar\n1,2', 'name,name\na,b'])
      await expect(plan('books', csv)).rejects.toMatchObject({ status: 422 });
    const { id } = await plan('books', upload.csv);
    await expect(spreadsheets.get({ id: userId + 1 }, id ?? 0)).rejects.toMatchObject({ status: 404 });
    await deleteOldSpreadsheets(database, new Date(Date.now() + 31 * 86_400_000));
    await expect(spreadsheets.apply(callContext, id ?? 0)).rejects.toMatchObject({ status: 404 });
  });

  test('links and unlinks editions of books', async () => {
    const importRows = async (csv: string) => {
      const { id } = await plan('books', csv);
      await spreadsheets.apply(callContext, id ?? 0);
      await run(id ?? 0);
    };
    const editionOf = async (id: number) => (await catalogue.books.get(id)).edition_of?.code;
    const { errors } = await plan('books', 'code,edition_of\nBK-000006,BK-999999');
    expect(errors).toEqual([{ line: 2, column: 'edition_of', reason: expect.stringContaining('BK-999999') }]);
    await importRows('code,edition_of\nBK-000006,BK-000005');
    expect(await editionOf(6)).toBe('BK-000005');
    await importRows('code,edition_of\nBK-000006,');
    expect(await editionOf(6)).toBeUndefined();
  });

  test('names publishers and imprints of books, and lists the imprints of a publisher', async () => {
    const { id } = await plan(
      'books',
      'code,publisher,imprint\nBK-000001,New House,First line\nBK-000002,New House,',
    );
    await spreadsheets.apply(callContext, id ?? 0);
    await run(id ?? 0);
    expect(await spreadsheets.get({ id: userId }, id ?? 0)).toMatchObject({ changed: 2, failed: 0 });
    expect(lines(await exportRows('publishers')).join('\n')).toMatch(/New House,,,First line/);
    const preview = await plan('publishers', 'name,website,imprints\nOther,https://other.example.org,A; B');
    expect(preview).toMatchObject({ created: 1, rejected: 0 });
    expect(await plan('publishers', 'name,website\nOther,none')).toMatchObject({ rejected: 1 });
    // Imprints keep their IDs and names with separators, quotation marks and spaces.
    const names = ['Sea; Salt', '"Anchor" Press', '  Two\nlines ', '=1+1', 'Blue, Green'];
    const { id: publisherId, imprints } = await catalogue.publishers.create(
      publishers.create.parse({ name: 'Round trip', imprints: names.map((name) => ({ name })) }),
      context,
    );
    expect(imprints.map(({ name }) => name)).toEqual(names.with(2, 'Two lines'));
    const csv = (await exportRows('publishers')).replace('Round trip', 'Renamed');
    const change = await plan('publishers', csv);
    expect(change).toMatchObject({ changed: 1, created: 0, rejected: 0 });
    await spreadsheets.apply(callContext, change.id ?? 0);
    await run(change.id ?? 0);
    expect(await catalogue.publishers.get(publisherId)).toMatchObject({ name: 'Renamed', imprints });
  });
});
