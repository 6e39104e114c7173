import { afterAll, expect, test } from 'vitest';
import type { Book } from '#contract/books/books';
import type { Release, ReleaseChange } from '#contract/releases/releases';
import { checkDatabase } from '#server/features/system/check/database';
import { eachDatabase } from '#server/testing/databases';
import { makeImage } from '#server/testing/media-files';
import type { CallOptions } from '#server/testing/build-test-app';
import { openTestApp } from '#server/testing/open-test-app';

eachDatabase('releases', async (openEmpty) => {
  const database = await openEmpty();
  const api = await openTestApp(database);
  const catalogue = [
    'books:edit',
    'books:delete',
    'collections:edit',
    'collections:delete',
    'categories:edit',
    'categories:delete',
    'mobile-configs:edit',
    'challenges:edit',
  ] as const;
  const editor = await api.tokenFor([...catalogue, 'releases:edit']);
  const publisher = await api.tokenFor([...catalogue, 'releases:edit', 'releases:publish']);
  const other = await api.tokenFor([...catalogue]);

  afterAll(() => api.close());

  async function call<Data>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    options: CallOptions = {},
  ): Promise<Data> {
    const { status, body } = await api.call(method, `/api${path}`, { token: publisher, ...options });
    expect([status, body.message, body.errors]).toEqual([200, body.message, undefined]);
    return body.data as Data;
  }
  const errorOf = async (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    options: CallOptions = {},
  ) => {
    const { status, body } = await api.call(method, `/api${path}`, { token: publisher, ...options });
    return [status, body.code];
  };
  const newRelease = (name: string) => call<Release>('POST', '/releases', { token: editor, json: { name } });
  const inRelease = ({ id }: Pick<Release, 'id'>) => ({ release: String(id) });
  const addBook = (name: string, json: object = {}, query: Record<string, string> = {}) =>
    call<Book>('POST', '/books/create', {
      token: editor,
      query,
      json: { name, author: { name: 'Ada Marsh' }, ...json },
    });
  const update = (id: number, json: object, query: Record<string, string> = {}, token = editor) =>
    call<Book>('POST', '/books/update', { token, query, json: { id, ...json } });
  const bookOf = (id: number, query: Record<string, string> = {}) =>
    call<Book>('GET', `/books/${id}`, { query });
  const changesIn = async ({ id }: Pick<Release, 'id'>) =>
    (await call<{ items: ReleaseChange[] }>('GET', `/releases/${id}/changes`)).items;
  const publish = ({ id }: Pick<Release, 'id'>) =>
    call<Release>('POST', `/releases/${id}/publish`, { json: {} });
  const rollBack = ({ id }: Pick<Release, 'id'>, json: object = {}) =>
    call<Release>('POST', `/releases/${id}/roll-back`, { json });
  const namesIn = async (path: string, query: Record<string, string> = {}) =>
    (await call<{ items: { name?: string; title?: string }[] }>('GET', path, { query })).items.map(
      ({ name, title }) => name ?? title,
    );

  test('hold changes that are not live, publish them together and roll them back', async () => {
    const lark = await addBook('Lark', { description: 'A bird' });
    const crow = await addBook('Crow');
    const summer = await newRelease('Summer');
    const scope = inRelease(summer);

    const changedBook = await update(lark.id, { name: 'Skylark', description: 'A songbird' }, scope);
    expect(changedBook).toMatchObject({ id: lark.id, name: 'Skylark', version: lark.version! + 1 });
    const swift = await addBook('Swift', {}, scope);
    const shelf = await call<{ id: number; books: { name: string }[] }>('POST', '/books/collections', {
      token: editor,
      query: scope,
      json: { title: 'Birds', description: 'Of summer', book_codes: [swift.code, lark.code] },
    });
    expect(shelf.books.map(({ name }) => name)).toEqual(['Swift', 'Skylark']);
    await call('DELETE', `/books/${crow.id}`, { token: editor, query: scope });

    expect(await bookOf(lark.id)).toEqual(lark);
    expect(await errorOf('GET', `/books/${swift.id}`)).toEqual([404, 'books.not_found']);
    expect(await namesIn('/books/collections')).toEqual([]);
    expect(new Set(await namesIn('/books/list'))).toEqual(new Set(['Crow', 'Lark']));
    expect(new Set(await namesIn('/books/list', scope))).toEqual(new Set(['Skylark', 'Swift']));
    expect(await namesIn('/books/list', { ...scope, search: 'swift' })).toEqual(['Swift']);
    expect(await namesIn('/books/collections', { ...scope, search: 'bird' })).toEqual(['Birds']);
    expect(await bookOf(swift.id, scope)).toEqual({ ...swift, updated_at: expect.any(String) as string });

    const changes = await changesIn(summer);
    expect(changes.map(({ kind, record, action, problem }) => [kind, record.name, action, problem])).toEqual([
      ['books', 'Skylark', 'changed', null],
      ['books', 'Swift', 'created', null],
      ['collections', 'Birds', 'created', null],
      ['books', 'Crow', 'deleted', null],
    ]);
    expect(changes[0]?.changes).toEqual(
      expect.arrayContaining([
        { type: 'value', field: 'name', before: 'Lark', after: 'Skylark' },
        { type: 'value', field: 'description', before: 'A bird', after: 'A songbird' },
      ]),
    );

    // A new book gets another ID than the prepared first.
    const owl = await addBook('Owl');
    expect(owl.id).not.toBe(swift.id);

    expect(await errorOf('POST', `/releases/${summer.id}/publish`, { token: editor, json: {} })).toEqual([
      403,
      'permission.missing',
    ]);
    const publishedRelease = await publish(summer);
    expect(publishedRelease).toMatchObject({ status: 'published', change_count: 4 });
    expect(await bookOf(lark.id)).toMatchObject({ name: 'Skylark', description: 'A songbird' });
    expect(await bookOf(swift.id)).toMatchObject({ name: 'Swift', code: swift.code });
    expect(await namesIn('/books/collections')).toEqual(['Birds']);
    expect(await errorOf('GET', `/books/${crow.id}`)).toEqual([404, 'books.not_found']);
    expect(await errorOf('POST', `/releases/${summer.id}/publish`, { json: {} })).toEqual([
      409,
      'releases.closed',
    ]);
    expect(await call('GET', `/releases/${summer.id}/checks`)).toEqual({ blockers: [], warnings: [] });
    const { items: history } = await call<{ items: { cause_id: number }[] }>(
      'GET',
      `/books/${lark.id}/history`,
    );
    expect(history[0]?.cause_id).toBe(publishedRelease.entry_id);

    expect(await call('GET', `/releases/${summer.id}/roll-back`)).toEqual({ items: [], total: 0 });
    expect(await rollBack(summer)).toMatchObject({ status: 'rolled_back' });
    expect(await bookOf(lark.id)).toMatchObject({ name: 'Lark', description: 'A bird' });
    expect(new Set(await namesIn('/books/list'))).toEqual(new Set(['Crow', 'Lark', 'Owl']));
    expect(await namesIn('/books/collections')).toEqual([]);
    expect(await errorOf('POST', `/releases/${summer.id}/roll-back`, { json: {} })).toEqual([
      409,
      'releases.closed',
    ]);
  });

  test('merge changes of different fields, and report conflicts in the same fields', async () => {
    const book = await addBook('Heron', { description: 'Grey', year: 2001 });
    const plan = await newRelease('Herons');
    await update(book.id, { name: 'Grey heron', year: 2002 }, inRelease(plan));
    await update(book.id, { description: 'White' }, {}, other);
    expect((await changesIn(plan)).map(({ problem }) => problem)).toEqual([null]);
    await update(book.id, { name: 'White heron' }, {}, other);
    const [change] = await changesIn(plan);
    expect(change?.problem).toMatchObject({ kind: 'conflict', fields: ['name'] });
    expect(change?.changes).toContainEqual({
      type: 'value',
      field: 'name',
      before: 'White heron',
      after: 'Grey heron',
    });
    const checks = await call<{ blockers: { rule: string }[] }>('GET', `/releases/${plan.id}/checks`);
    expect(checks.blockers.map(({ rule }) => rule)).toEqual(['conflict']);
    expect(await errorOf('POST', `/releases/${plan.id}/publish`, { json: {} })).toEqual([
      409,
      'releases.problems',
    ]);
    expect(await bookOf(book.id)).toMatchObject({ name: 'White heron', year: 2001 });

    await call('POST', `/releases/${plan.id}/changes/${change?.id}/resolve`, { json: { choice: 'theirs' } });
    expect(
      (await changesIn(plan)).map(({ changes, problem }) => [changes.map(({ field }) => field), problem]),
    ).toEqual([[['year'], null]]);
    await publish(plan);
    expect(await bookOf(book.id)).toMatchObject({ name: 'White heron', year: 2002, description: 'White' });

    const again = await newRelease('Herons again');
    await update(book.id, { name: 'Egret' }, inRelease(again));
    await update(book.id, { name: 'Little egret' }, {}, other);
    const [mine] = await changesIn(again);
    expect(mine?.problem?.kind).toBe('conflict');
    await call('POST', `/releases/${again.id}/changes/${mine?.id}/resolve`, { json: { choice: 'mine' } });
    expect((await changesIn(again)).map(({ problem }) => problem)).toEqual([null]);
    await publish(again);
    expect(await bookOf(book.id)).toMatchObject({ name: 'Egret' });

    // A later edit is kept by the rollback unless the user accepts to skip the record.
    await update(book.id, { year: 1999 }, {}, other);
    const { items } = await call<{ items: { message: string }[] }>('GET', `/releases/${again.id}/roll-back`);
    expect(items).toHaveLength(1);
    expect(await errorOf('POST', `/releases/${again.id}/roll-back`, { json: {} })).toEqual([
      409,
      'releases.problems',
    ]);
    await rollBack(again, { skip: true });
    expect(await bookOf(book.id)).toMatchObject({ name: 'Egret', year: 1999 });
  });

  test('merge lists entry by entry unless they were changed live', async () => {
    const codes: string[] = [];
    for (const name of ['One', 'Two', 'Three', 'Four']) codes.push((await addBook(name)).code);
    const [first = '', two = '', three = '', four = ''] = codes;
    const list = await call<{ id: number }>('POST', '/books/collections', {
      json: { title: 'Numbers', description: 'D', book_codes: [first, two] },
    });
    const plan = await newRelease('Numbers');
    const save = (json: object, query: Record<string, string> = {}) =>
      call<{ books: { code: string }[] }>('POST', '/books/collections/update', {
        query,
        json: { id: list.id, ...json },
      });
    await save({ book_codes: [two, three] }, inRelease(plan));
    const { books } = await save({ book_codes: [three, two, four] }, inRelease(plan));
    expect(books.map(({ code }) => code)).toEqual([three, two, four]);
    await save({ title: 'All numbers' });
    expect((await changesIn(plan)).map(({ problem }) => problem)).toEqual([null]);
    await save({ book_codes: [first] });
    const [change] = await changesIn(plan);
    expect(change?.problem).toMatchObject({ kind: 'conflict', fields: ['books'] });
    await call('POST', `/releases/${plan.id}/changes/${change?.id}/resolve`, { json: { choice: 'mine' } });
    await publish(plan);
    const after = await call<{ title: string; books: { code: string }[] }>(
      'GET',
      `/books/collections/${list.id}`,
    );
    expect(after.title).toBe('All numbers');
    // The release adds and removes entries of the current list.
    expect(after.books.map(({ code }) => code)).toEqual([three, four]);
  });

  test('reject what is errorOf live, and keep a change of a record that was deleted', async () => {
    const book = await addBook('Wren');
    const plan = await newRelease('Wrens');
    expect(
      await errorOf('POST', '/books/update', { query: inRelease(plan), json: { id: book.id, name: '' } }),
    ).toEqual([422, 'field.required']);
    expect(
      await errorOf('POST', '/books/update', {
        query: inRelease(plan),
        json: { id: book.id, version: 9, name: 'A' },
      }),
    ).toEqual([409, 'books.version_conflict']);
    expect(
      await errorOf('POST', '/books/update', { query: { release: 'x' }, json: { id: book.id, name: 'A' } }),
    ).toEqual([422, 'request.invalid']);
    expect(
      await errorOf('POST', '/books/update', {
        query: { release: '999' },
        json: { id: book.id, name: 'A' },
      }),
    ).toEqual([404, 'releases.not_found']);
    expect(
      await errorOf('POST', '/books/update', {
        token: other,
        query: inRelease(plan),
        json: { id: book.id, name: 'A' },
      }),
    ).toEqual([403, 'permission.missing']);
    await update(book.id, { name: 'Winter wren' }, inRelease(plan));
    await call('DELETE', `/books/${book.id}`);
    expect((await changesIn(plan)).map(({ record, problem }) => [record.name, problem?.kind])).toEqual([
      ['Winter wren', 'rejected'],
    ]);
    expect(await errorOf('POST', `/releases/${plan.id}/publish`, { json: {} })).toEqual([
      409,
      'releases.problems',
    ]);
    const [change] = await changesIn(plan);
    const { items } = await call<{ items: { id: number; record: { name: string } }[] }>('GET', '/trash');
    const trashItem = items.find(({ record }) => record.name === 'Wren');
    await call('POST', `/trash/${trashItem?.id}/restore`);
    expect((await changesIn(plan)).map(({ problem }) => problem)).toEqual([null]);
    await call('DELETE', `/releases/${plan.id}/changes/${change?.id}`);
    expect(await changesIn(plan)).toEqual([]);
    expect(await errorOf('POST', `/releases/${plan.id}/publish`, { json: {} })).toEqual([
      409,
      'releases.problems',
    ]);
    await call('DELETE', `/releases/${plan.id}`);
    expect(await errorOf('GET', `/releases/${plan.id}`)).toEqual([404, 'releases.not_found']);
  });

  test('follow codes that are renamed live, and report lists that are emptied live', async () => {
    const category = await call<{ id: number }>('POST', '/books/categories', {
      json: { name: 'Waders', description: 'D' },
    });
    const book = await addBook('Avocet');
    const list = await call<{ id: number }>('POST', '/books/collections', {
      json: { title: 'Waders', description: 'D', book_codes: [book.code] },
    });
    const plan = await newRelease('Waders');
    await update(book.id, { category_code: 'waders' }, inRelease(plan));
    await call('POST', '/books/collections/update', {
      query: inRelease(plan),
      json: { id: list.id, book_codes: [book.code, (await addBook('Ruff')).code] },
    });
    await call('PUT', `/books/categories/${category.id}`, { json: { code: 'shore-birds' } });
    expect((await changesIn(plan)).map(({ problem }) => problem)).toEqual([null, null]);
    await call('POST', '/books/collections/update', { json: { id: list.id, book_codes: [] } });
    expect((await changesIn(plan)).map(({ problem }) => problem?.fields)).toEqual([undefined, ['books']]);
    const [, change] = await changesIn(plan);
    await call('POST', `/releases/${plan.id}/changes/${change?.id}/resolve`, { json: { choice: 'theirs' } });
    await publish(plan);
    expect((await bookOf(book.id)).category?.code).toBe('shore-birds');
  });

  test('hold images until they are published, and delete those of a removed change', async () => {
    const plan = await newRelease('Images');
    const image = { bytes: await makeImage('png'), name: 'cover.png', type: 'image/png' };
    const book = await call<Book>('POST', '/books/create', {
      token: editor,
      query: inRelease(plan),
      form: { name: 'Pictured', 'author[name]': 'Ada Marsh', image },
    });
    expect(book.image_url).toMatch(/^\/media\//);
    const fileOf = async (url: string | null) => (await api.call('GET', url ?? '')).status;
    expect(await fileOf(book.image_url)).toBe(200);
    const second = await call<Book>('POST', '/books/update', {
      token: editor,
      query: inRelease(plan),
      form: { id: String(book.id), image },
    });
    expect(second.image_url).not.toBe(book.image_url);
    expect(await fileOf(second.image_url)).toBe(200);
    expect(await checkDatabase(database)).toEqual([]);
    await publish(plan);
    expect((await bookOf(book.id)).image_url).toBe(second.image_url);
    expect(await fileOf(second.image_url)).toBe(200);
    expect(await checkDatabase(database)).toEqual([]);

    const withoutImage = await newRelease('Dropped images');
    const third = await call<Book>('POST', '/books/update', {
      token: editor,
      query: inRelease(withoutImage),
      form: { id: String(book.id), image },
    });
    expect(await fileOf(third.image_url)).toBe(200);
    await call('DELETE', `/releases/${withoutImage.id}`);
    expect(await fileOf(third.image_url)).toBe(404);
    expect(await fileOf(second.image_url)).toBe(200);
  });

  test('show home screens in a release, at a future time and at a past time', async () => {
    const book = await addBook('Tern');
    const config = (title: string) => ({
      title,
      is_main_service: true,
      config: [{ title: 'Books', type: 'books', data: [book.id] }],
    });
    const home = await call<{ id: number }>('POST', '/books/mobile-configs', { json: config('Spring home') });
    const plan = await newRelease('Home');
    await call('POST', '/books/mobile-configs/update', {
      query: inRelease(plan),
      json: { id: home.id, title: 'Summer home' },
    });
    const titleOf = async (query: Record<string, string>, token: string = publisher) => {
      const { status, body } = await api.call('GET', '/api/mobile/home', {
        query: { block_types: 'books', ...query },
        ...(Object.keys(query).length > 0 && { token }),
      });
      return status === 200 ? body.data.title : [status, body.code];
    };
    expect(await titleOf({})).toBe('Spring home');
    expect(await titleOf({ release: String(plan.id) })).toBe('Summer home');
    expect(await titleOf({ release: String(plan.id) }, other)).toEqual([403, 'permission.missing']);
    expect((await api.call('GET', '/api/mobile/home', { query: inRelease(plan) })).status).toBe(401);
    const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
    const inTwoHours = new Date(Date.now() + 7_200_000).toISOString();
    expect(await titleOf({ at: inTwoHours })).toBe('Spring home');
    const scheduledRelease = await call<Release>('POST', `/releases/${plan.id}/schedule`, {
      json: {
        publish_at: inAnHour,
        ends_at: new Date(Date.now() + 10_800_000).toISOString(),
        time_zone: 'Europe/Istanbul',
      },
    });
    expect(scheduledRelease).toMatchObject({
      status: 'scheduled',
      publish_at: inAnHour,
      time_zone: 'Europe/Istanbul',
    });
    expect(await titleOf({ at: inTwoHours })).toBe('Summer home');
    expect(await titleOf({ at: new Date(Date.now() + 14_400_000).toISOString() })).toBe('Spring home');
    const checkRules = async () =>
      (await call<{ blockers: { rule: string }[] }>('GET', `/releases/${plan.id}/checks`)).blockers.map(
        ({ rule }) => rule,
      );
    const today = new Date().toISOString().slice(0, 10);
    const unavailable = [
      { rights: `WORLD 2001-01-01..2001-12-31` },
      { rights: `TR ${today}..2099-01-01 backup` },
      { rights: '', embargo_date: '2099-01-01' },
    ];
    for (const details of unavailable) {
      await update(book.id, details);
      expect(await checkRules()).toEqual(['book_unavailable']);
    }
    await update(book.id, { rights: 'TR 2001-01-01..2099-01-01 main', embargo_date: '' });
    expect(await checkRules()).toEqual([]);
    await update(book.id, { rights: '' });
    const before = new Date().toISOString();
    await new Promise((resolve) => {
      setTimeout(resolve, 5);
    });
    await publish(plan);
    await update(book.id, { name: 'Arctic tern' });
    expect(await titleOf({})).toBe('Summer home');
    expect(await titleOf({ at: before })).toBe('Spring home');
    const { body } = await api.call('GET', '/api/mobile/home', {
      token: publisher,
      query: { block_types: 'books', at: before },
    });
    expect(JSON.stringify(body.data.blocks)).toMatch(/"Tern"/);
    expect(await titleOf({ at: 'yesterday' })).toEqual([422, 'request.invalid']);
    expect(await titleOf({ at: '2001-01-01T00:00:00Z' })).toEqual([404, 'mobile_home.not_found']);
    expect(await titleOf({})).toBe('Summer home');
  });
});
