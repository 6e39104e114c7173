import { afterAll, beforeAll, expect, test } from 'vitest';
import { allPermissions } from '#contract/core/permissions';
import { verifyAuditLog } from '#server/core/audit-log/verify';
import { type TestResponse, type TestApp, buildTestApp } from '#server/testing/build-test-app';
import { type TestBlobStore, openTestBlobStore } from '#server/testing/blob-stores';
import { eachDatabase } from '#server/testing/databases';
import { contextWith } from '#server/testing/factories';
import { makeImage, makeWav } from '#server/testing/media-files';

eachDatabase('history', async (openEmpty, engine) => {
  const database = await openEmpty();
  let api: TestApp;
  let store: TestBlobStore;
  let token: string;
  let codes: string[];

  beforeAll(async () => {
    // One store renames files, and the other copies them.
    store = await openTestBlobStore(engine.name === 'SQLite' ? 'folder' : 's3');
    api = await buildTestApp(database, store.blobs);
    token = await api.tokenFor(allPermissions);
    codes = [];
    for (const name of ['A', 'B', 'C', 'D'])
      codes.push((await call('POST', '/books/create', { name })).body.data.code);
    await call('POST', '/books/categories', { name: 'Sea' });
  });
  afterAll(async () => {
    await api.close();
    await store.close();
  });

  const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, json?: unknown) =>
    api.call(method, `/api${path}`, { token, ...(json !== undefined && { json }) });
  const read = async (path: string) => (await call('GET', path)).body.data;
  const entryOf = ({ headers }: TestResponse) => Number(headers['x-audit-log-entry']);
  const undo = (response: TestResponse) => call('POST', `/audit-log/${entryOf(response)}/undo`);
  const codesIn = async (id: number) =>
    (await read(`/books/collections/${id}`)).books.map(({ code }: { code: string }) => code);
  const collection = async (title: string, book_codes: string[]) =>
    (await call('POST', '/books/collections', { title, book_codes })).body.data.id;

  test('undoes an update as a whole, and undoes the undo', async () => {
    const image = { bytes: await makeImage('png'), name: 'a.png' };
    const form = { name: 'Before', description: 'Old', 'author[name]': 'Ada', category_code: 'sea' };
    const createResponse = await api.call('POST', '/api/books/create', { token, form: { ...form, image } });
    const { id } = createResponse.body.data;
    const before = await read(`/books/${id}`);
    const other = { bytes: await makeImage('png', { width: 30, height: 40 }), name: 'b.png' };
    const updateResponse = await api.call('POST', '/api/books/update', {
      token,
      form: {
        id: String(id),
        name: 'After',
        description: '',
        category_code: '',
        'author[name]': '',
        image: other,
      },
    });
    expect((await api.call('GET', before.image_url)).status).toBe(404);
    const response = await api.call('GET', `/api/audit-log/files/${before.image_url.slice(7)}`, { token });
    expect([response.status, response.headers['content-type']]).toEqual([200, 'image/webp']);

    const undoResponse = await undo(updateResponse);
    expect(undoResponse.body.data).toMatchObject({ action: 'changed', record: { id } });
    const { version, updated_at, ...now } = await read(`/books/${id}`);
    expect(now).toEqual({ ...before, version: undefined, updated_at: undefined });
    expect([version, typeof updated_at]).toEqual([3, 'string']);
    expect((await api.call('GET', before.image_url)).status).toBe(200);
    expect((await undo(updateResponse)).body.code).toBe('audit_log.already_undone');

    await undo(undoResponse);
    expect(await read(`/books/${id}`)).toMatchObject({ name: 'After', category: null, version: 4 });
    expect(await read(`/audit-log/${entryOf(updateResponse)}`)).toMatchObject({
      undone_by: entryOf(undoResponse),
      undo: { is_possible: false, code: 'audit_log.already_undone' },
    });
  });

  test('rejects an undo after a later change, and names it', async () => {
    const id = await collection('First', codes);
    const first = await call('POST', '/books/collections/update', { id, title: 'Second' });
    const later = await call('POST', '/books/collections/update', { id, description: 'Later' });
    const errorResponse = await undo(first);
    expect([errorResponse.status, errorResponse.body.code, entryOf(errorResponse)]).toEqual([
      409,
      'audit_log.changed_since',
      entryOf(later),
    ]);
    expect(errorResponse.body.message).toBe(
      'This change wasn’t undone because the collection has since been changed by Someone.',
    );
    expect((await undo(later)).status).toBe(200);
  });

  test('requires the permission of the write for an undo', async () => {
    const editor = await api.tokenFor(['categories:edit']);
    const deleter = await api.tokenFor(['categories:delete']);
    const as = (who: string, response: TestResponse) =>
      api.call('POST', `/api/audit-log/${entryOf(response)}/undo`, { token: who });
    const createResponse = await call('POST', '/books/categories', { name: 'Undo me' });
    expect((await as(editor, createResponse)).status).toBe(403);
    const response = await as(deleter, createResponse);
    expect(response.body.data.action).toBe('deleted');
    expect((await as(editor, response)).body.data.action).toBe('restored');
    expect((await call('POST', '/audit-log/999999/undo')).status).toBe(404);
  });

  test('restores lists in their order, also single fields and after later changes', async () => {
    const [a = '', b = '', c = '', d = ''] = codes;
    const id = await collection('Ordered', [a, b, c, d]);
    const updateResponse = await call('POST', '/books/collections/update', {
      id,
      title: 'Named',
      book_codes: [d, b],
    });
    await call('POST', '/books/collections/update', { id, description: 'Kept', book_codes: [b, c] });
    const entry_id = entryOf(updateResponse);
    const back = await call('POST', `/books/collections/${id}/revert`, {
      entry_id,
      fields: ['books'],
      version: 3,
    });
    expect(back.body.data).toMatchObject({ title: 'Named', description: 'Kept', version: 4 });
    expect(await codesIn(id)).toEqual([a, b, c, d]);
    const whole = await call('POST', `/books/collections/${id}/revert`, { entry_id, state: 'after' });
    expect(whole.body.data).toMatchObject({ title: 'Named', description: '', version: 5 });
    expect(await codesIn(id)).toEqual([d, b]);

    const stale = await call('POST', `/books/collections/${id}/revert`, { entry_id, version: 1 });
    expect([stale.status, stale.body.code]).toEqual([409, 'collections.version_conflict']);
    const other = await collection('Another', []);
    const revertResponse = await call('POST', `/books/collections/${other}/revert`, { entry_id });
    expect([revertResponse.status, revertResponse.body.code]).toEqual([422, 'reference.mismatched']);

    const history = await read(`/books/collections/${id}/history?items_per_page=2`);
    expect(history.total).toBe(5);
    expect(history.items[0]).toMatchObject({ action: 'changed', version: 5 });
    expect((await call('GET', '/books/collections/999999/history')).status).toBe(404);
  });

  test('restores home screens and story books', async () => {
    const [first, second] = [await collection('One', []), await collection('Two', [])];
    const block = (title: string, ...ids: number[]) => ({
      title,
      type: 'list_collection',
      data: { items: ids.map((id) => ({ id })) },
    });
    const config = [block('New', first, second), block('Old', second), block('Old', first)];
    const createResponse = await call('POST', '/books/mobile-configs', { title: 'Home', config });
    const { id } = createResponse.body.data;
    const before = (await read(`/books/mobile-configs/${id}`)).config;
    const updateResponse = await call('POST', '/books/mobile-configs/update', {
      id,
      config: [block('Old', first, second), block('Newest'), block('New', second, first)],
    });
    await undo(updateResponse);
    expect((await read(`/books/mobile-configs/${id}`)).config).toEqual(before);
  });

  test('hides a deleted book from all users, and restores it with its places in lists', async () => {
    const form = { name: 'Whole', category_code: 'sea', duration: '0' };
    const image = { bytes: await makeImage('png'), name: 'a.png' };
    const audio = { bytes: makeWav(1), name: 'a.wav' };
    const { body } = await api.call('POST', '/api/books/create', { token, form: { ...form, image, audio } });
    const { id, code } = body.data;
    const texts = [{ name: 'One', duration: 5, text_items: [{ text: 'Some words' }] }];
    await api.services.books.replaceChapters(id, texts, contextWith());
    const [a = '', b = ''] = codes;
    const holder = await collection('Holds it', [a, code, b]);
    const dayOne = {
      title: 'Plan',
      description: 'P',
      day_count: 3,
      items: [{ book_code: code, is_featured: true }, { book_code: a }],
    };
    const challenge = (await call('POST', '/books/challenges', dayOne)).body.data.id;
    const item = { book_code: code, chapter_code: 'CH-01', text_item_code: 'T-01' };
    const story = (await call('POST', '/books/story-books', { title: 'Story', story_items: [item] })).body
      .data.id;

    const references = await read(`/books/${id}/references`);
    expect(references).toMatchObject({ keeps: false, is_live: true });
    expect(
      references.references.map(
        ({ kind, total, items }: { kind: string; total: number; items: object[] }) => [kind, total, items[0]],
      ),
    ).toEqual([
      ['collections', 1, { id: holder, name: 'Holds it', place: 1, block: null }],
      ['challenges', 1, { id: challenge, name: 'Plan', place: 0, block: null }],
      ['story-books', 1, { id: story, name: 'Story', place: 0, block: null }],
    ]);

    expect([references.home_screens, references.home_screens_total]).toEqual([[], 0]);
    const shows = (title: string, is_main_service: boolean, ids: readonly number[]) =>
      call('POST', '/books/mobile-configs', {
        title,
        is_main_service,
        config: [
          { title: 'Start', type: 'story_book', data: { id: story } },
          { title: 'Shelf', type: 'list_collection', data: { items: ids.map((entry) => ({ id: entry })) } },
        ],
      });
    const other = await collection('Other', [a]);
    const homes = [
      (await shows('Main', true, [other, holder])).body.data.id,
      (await shows('Draft', false, [other])).body.data.id,
    ];
    const throughStory = { kind: 'story-books', id: story, name: 'Story', place: 0 };
    const throughHolder = { kind: 'collections', id: holder, name: 'Holds it', place: 1 };
    const inMain = { id: homes[0], name: 'Main', is_main_service: true };
    const inDraft = { id: homes[1], name: 'Draft', is_main_service: false };
    const start = { block_number: 1, block: 'Start', place: 0, through: throughStory };
    const reader = await api.tokenFor([]);
    const response = await api.call('GET', `/api/books/${id}/references`, { token: reader });
    expect(response.body.data.home_screens).toEqual([
      { ...inMain, ...start },
      { ...inMain, block_number: 2, block: 'Shelf', place: 1, through: throughHolder },
      { ...inDraft, ...start },
    ]);
    expect(response.body.data.home_screens_total).toBe(3);
    for (const home of homes) await call('POST', '/books/mobile-configs/delete', { id: home });
    await call('POST', '/books/collections/delete', { id: other });

    const activate = (is_active: boolean) =>
      call('POST', '/books/challenges/update', { id: challenge, is_active });
    await activate(false);
    expect(await read(`/books/${id}/references`)).toEqual({ ...references, is_live: false });
    await activate(true);
    expect(await read(`/books/${id}/references`)).toEqual(references);

    const before = await read(`/books/${id}`);
    const lists = async () => [
      await codesIn(holder),
      (await read(`/books/challenges/${challenge}`)).items,
      (await read(`/books/story-books/${story}`)).story_items,
    ];
    const listedItems = await lists();
    const deleteResponse = await call('DELETE', `/books/${id}`);
    expect((await call('GET', `/books/${id}`)).status).toBe(404);
    expect((await read('/books/list?search=whole')).total).toBe(0);
    for (const url of [before.image_url, before.audio_url])
      expect((await api.call('GET', url)).status).toBe(404);
    const { items } = await read('/trash?kind=books');
    expect(items[0]).toMatchObject({
      kind: 'books',
      record: { id, name: 'Whole' },
      code,
      entry_id: entryOf(deleteResponse),
      files: 3,
      chapters: 1,
      places: 2,
      deleted_by: { name: 'Someone' },
    });
    expect(await codesIn(holder)).toEqual([a, b]);

    const viewer = await api.tokenFor([]);
    const asViewer = (await api.call('GET', '/api/trash', { token: viewer })).body.data;
    expect(asViewer.total).toBe(0);
    const path = `/api/trash/${items[0].id}/restore`;
    expect((await api.call('POST', path, { token: viewer })).status).toBe(403);

    const restoreResponse = await call('POST', `/trash/${items[0].id}/restore`);
    expect(restoreResponse.body.data).toMatchObject({ record: { id, name: 'Whole' }, skipped: [] });
    expect(restoreResponse.body.data.entry_id).toBe(entryOf(restoreResponse));
    expect(await read(`/books/${id}`)).toEqual(before);
    expect(await lists()).toEqual(listedItems);
    expect((await read('/books/list?search=whole')).total).toBe(1);
    for (const url of [before.image_url, before.audio_url])
      expect((await api.call('GET', url)).status).toBe(200);
    expect((await call('POST', `/trash/${items[0].id}/restore`)).status).toBe(404);
  });

  test('lists the blocks that contain a book, and restores it to them', async () => {
    const [picked, beside] = [
      (await call('POST', '/books/create', { name: 'Picked' })).body.data,
      (await call('POST', '/books/create', { name: 'Beside it' })).body.data,
    ];
    const block = (...ids: number[]) => ({
      title: 'Picks',
      type: 'books',
      data: { items: ids.map((id) => ({ id })) },
    });
    const empty = { title: 'Start', type: 'categories', data: { items: [] } };
    const publish = async (is_main_service: boolean) => {
      const config = [empty, block(beside.id, picked.id)];
      return (await call('POST', '/books/mobile-configs', { title: 'Front', is_main_service, config })).body
        .data.id;
    };
    const home = await publish(false);
    const references = await read(`/books/${picked.id}/references`);
    expect(references).toEqual({
      keeps: false,
      is_live: false,
      references: [
        {
          kind: 'mobile-configs',
          total: 1,
          items: [{ id: home, name: 'Front', place: 1, block: 'Picks' }],
        },
      ],
      home_screens: [
        {
          id: home,
          name: 'Front',
          is_main_service: false,
          block_number: 2,
          block: 'Picks',
          place: 1,
          through: null,
        },
      ],
      home_screens_total: 1,
    });
    const live = await publish(true);
    expect(await read(`/books/${picked.id}/references`)).toMatchObject({
      is_live: true,
      home_screens_total: 2,
    });

    const idsIn = async (id: number) =>
      (await read(`/books/mobile-configs/${id}`)).config[1].data.items.map((item: { id: number }) => item.id);
    await call('DELETE', `/books/${picked.id}`);
    expect(await idsIn(home)).toEqual([beside.id]);
    const { items } = await read('/trash?kind=books');
    expect(items[0]).toMatchObject({ record: { id: picked.id }, places: 2 });
    // A save removes the deleted book, and a restore adds it again.
    await call('POST', '/books/mobile-configs/update', { id: live, config: [empty, block(beside.id)] });
    const restoreResponse = await call('POST', `/trash/${items[0].id}/restore`);
    expect(restoreResponse.body.data.skipped).toEqual([]);
    expect(await idsIn(home)).toEqual([beside.id, picked.id]);
    expect(await idsIn(live)).toEqual([beside.id, picked.id]);
  });

  test('undoes a change of a block of books', async () => {
    const { id } = (await call('POST', '/books/create', { name: 'Undone' })).body.data;
    const config = [{ title: 'Picks', type: 'books', data: { items: [{ id }] } }];
    const createResponse = await call('POST', '/books/mobile-configs', { title: 'Undone', config });
    const home = createResponse.body.data.id;
    const updateResponse = await call('POST', '/books/mobile-configs/update', { id: home, config: [] });
    await undo(updateResponse);
    expect((await read(`/books/mobile-configs/${home}`)).config).toEqual(createResponse.body.data.config);
  });

  test('lists a home screen although its collection is older than all listed ones', async () => {
    const book = (await call('POST', '/books/create', { name: 'Everywhere' })).body.data;
    const first = await collection('First', [book.code]);
    const config = [{ title: 'B', type: 'one_collection', data: { id: first } }];
    const home = (await call('POST', '/books/mobile-configs', { title: 'Home', config })).body.data.id;
    for (let index = 0; index < 21; index += 1) await collection(`Newer ${index}`, [book.code]);
    const { references, home_screens } = await read(`/books/${book.id}/references`);
    expect(references[0]).toMatchObject({ kind: 'collections', total: 22 });
    expect(references[0].items.map(({ id }: { id: number }) => id)).not.toContain(first);
    expect(home_screens).toEqual([
      {
        id: home,
        name: 'Home',
        is_main_service: false,
        block_number: 1,
        block: 'B',
        place: 0,
        through: { kind: 'collections', id: first, name: 'First', place: 0 },
      },
    ]);
  });

  test('deletes files with a permanent delete, and does not reuse the code before', async () => {
    const image = { bytes: await makeImage('png'), name: 'a.png' };
    const createResponse = await api.call('POST', '/api/books/categories', {
      token,
      form: { name: 'Reserved', image },
    });
    const { id, image_url } = createResponse.body.data;
    const deleteResponse = await call('DELETE', `/books/categories/${id}`);
    expect((await call('POST', '/books/categories', { name: 'Reserved' })).body.data.code).toBe('reserved-2');
    const { items } = await read('/trash?kind=categories&search=RESERV');
    const key = image_url.slice(7);
    expect((await api.call('GET', `/api/audit-log/files/${key}`, { token })).status).toBe(200);
    const editor = await api.tokenFor(['categories:edit']);
    const path = `/api/trash/${items[0].id}`;
    expect((await api.call('DELETE', path, { token: editor })).status).toBe(403);
    expect((await call('DELETE', `/trash/${items[0].id}`)).status).toBe(200);
    expect((await call('DELETE', `/trash/${items[0].id}`)).status).toBe(404);
    expect((await api.call('GET', `/api/audit-log/files/${key}`, { token })).status).toBe(404);
    expect((await undo(deleteResponse)).body.code).toBe('audit_log.changed_since');
    expect((await call('POST', '/books/categories', { name: 'Reserved' })).body.data.code).toBe('reserved');
    const { action } = (await read(`/books/categories/${id}/history`)).items[0];
    expect(action).toBe('purged');
  });

  test('restores a record in the blocks that referenced it, and waits for other deleted records', async () => {
    const remainingCollection = await collection('In a block', []);
    const config = [{ title: 'B', type: 'one_collection', data: { id: remainingCollection } }];
    const home = (await call('POST', '/books/mobile-configs', { title: 'H', config })).body.data.id;
    const position = { id: home, name: 'H', place: 0, block: 'B' };
    expect(await read(`/books/collections/${remainingCollection}/references`)).toEqual({
      keeps: false,
      is_live: false,
      references: [{ kind: 'mobile-configs', total: 1, items: [position] }],
      home_screens: [{ ...position, is_main_service: false, block_number: 1, through: null }],
      home_screens_total: 1,
    });
    const isMain = (is_main_service: boolean) =>
      call('POST', '/books/mobile-configs/update', { id: home, config, is_main_service });
    await isMain(true);
    expect(await read(`/books/collections/${remainingCollection}/references`)).toMatchObject({
      is_live: true,
    });
    await isMain(false);
    const deleteResponse = await call('POST', '/books/collections/delete', { id: remainingCollection });
    const block = { title: 'B', type: 'one_collection', data: {} };
    await call('POST', '/books/mobile-configs/update', { id: home, config: [block] });
    await undo(deleteResponse);
    expect((await read(`/books/mobile-configs/${home}`)).config[0].data.item.id).toBe(remainingCollection);

    const sub = (await call('POST', '/books/sub-categories', { name: 'Deep', category_code: 'reserved' }))
      .body.data;
    const owner = sub.category.id;
    const menu = [{ title: 'C', type: 'categories', data: { items: [{ id: owner }] } }];
    await call('POST', '/books/mobile-configs/update', { id: home, config: [block, ...menu] });
    // The references that block the delete are listed without others.
    const users = [{ id: sub.id, name: 'Deep', place: null, block: null }];
    expect(await read(`/books/categories/${owner}/references`)).toEqual({
      keeps: true,
      is_live: false,
      references: [{ kind: 'sub-categories', total: 1, items: users }],
      home_screens: [
        { id: home, name: 'H', is_main_service: false, block_number: 2, block: 'C', place: 0, through: null },
      ],
      home_screens_total: 1,
    });
    const deletedSub = await call('DELETE', `/books/sub-categories/${sub.id}`);
    const deletedOwner = await call('DELETE', `/books/categories/${sub.category.id}`);
    expect((await undo(deletedSub)).body.code).toBe('trash.owner_missing');
    await undo(deletedOwner);
    expect((await undo(deletedSub)).status).toBe(200);
    expect(await read(`/books/sub-categories/${sub.id}`)).toEqual(sub);
  });

  test('empties the trash in batches', async () => {
    await call('POST', '/books/collections/delete', { id: await collection('To go', []) });
    const only = (await read('/trash?kind=collections')).total;
    const { deleted, remaining } = (await call('POST', '/trash/empty', { kind: 'collections' })).body.data;
    expect([deleted, remaining]).toEqual([only, 0]);
    expect((await read('/trash?kind=collections')).total).toBe(0);
  });

  test('verifies the whole hash chain, and finds a changed entry', async () => {
    const whole = await verifyAuditLog(database.kysely);
    expect(whole.broken).toBeUndefined();
    expect(whole.entries).toBeGreaterThan(40);
    const spoilt = database.kysely.transaction().execute(async (trx) => {
      await trx.updateTable('audit_log').set({ name: 'Another' }).where('id', '=', 7).execute();
      const { broken } = await verifyAuditLog(trx);
      // The error rolls the transaction back.
      throw new Error(JSON.stringify(broken));
    });
    await expect(spoilt).rejects.toThrow('{"entryId":7,"reason":"doesn’t match the previous entry’s hash"}');
  });
});
