import { afterAll, expect, test } from 'vitest';
import type { Book } from '#contract/books/books';
import type { BulkChange, BulkPreview, StartedBulk } from '#contract/bulk/bulk';
import { type Release, type ReleaseChange, releaseLimits } from '#contract/releases/releases';
import type { CallOptions } from '#server/testing/build-test-app';
import { eachDatabase } from '#server/testing/databases';
import { openTestApp } from '#server/testing/open-test-app';

eachDatabase('bulk edits in a release', async (openEmpty) => {
  const database = await openEmpty();
  const api = await openTestApp(database);
  const catalogue = [
    'books:edit',
    'books:delete',
    'collections:edit',
    'challenges:edit',
    'categories:edit',
  ] as const;
  const editor = await api.tokenFor([...catalogue, 'releases:edit', 'releases:publish']);
  const noReleases = await api.tokenFor([...catalogue]);

  afterAll(() => api.close());

  type Method = 'GET' | 'POST' | 'DELETE';
  async function call<Data>(method: Method, path: string, options: CallOptions = {}): Promise<Data> {
    const { status, body } = await api.call(method, `/api${path}`, { token: editor, ...options });
    expect([status, body.message, body.errors]).toEqual([200, body.message, undefined]);
    return body.data as Data;
  }
  async function errorOf(method: Method, path: string, options: CallOptions = {}) {
    const { status, body } = await api.call(method, `/api${path}`, { token: editor, ...options });
    return [status, body.code];
  }
  const newRelease = (name: string) => call<Release>('POST', '/releases', { json: { name } });
  const inRelease = ({ id }: Pick<Release, 'id'>) => ({ release: String(id) });
  const addBook = (name: string, query: Record<string, string> = {}) =>
    call<Book>('POST', '/books/create', { query, json: { name, language: 1, author: { name: 'Ada' } } });
  const addBooks = async (name: string, count: number): Promise<number[]> => {
    const ids: number[] = [];
    while (ids.length < count) ids.push((await addBook(`${name} ${ids.length}`)).id);
    return ids;
  };
  const bookOf = (id: number, query: Record<string, string> = {}) =>
    call<Book>('GET', `/books/${id}`, { query });
  const changesIn = async ({ id }: Pick<Release, 'id'>) =>
    (await call<{ items: ReleaseChange[] }>('GET', `/releases/${id}/changes`)).items;
  const start = (release: Release, json: object) =>
    call<StartedBulk>('POST', '/books/bulk', { query: inRelease(release), json });
  const get = (id: number) => call<BulkChange>('GET', `/books/bulk/${id}`);
  async function run(release: Release, json: object): Promise<BulkChange> {
    const { id } = await start(release, json);
    await api.runJob('bulk', id);
    return get(id);
  }
  async function undo(id: number, query: Record<string, string> = {}): Promise<BulkChange> {
    const { id: undoId } = await call<StartedBulk>('POST', `/books/bulk/${id}/undo`, { query, json: {} });
    await api.runJob('bulk', undoId);
    return get(undoId);
  }
  const publish = ({ id }: Release) => call<Release>('POST', `/releases/${id}/publish`, { json: {} });

  test('preview and change the values of the release, and publish them', async () => {
    const summer = await newRelease('Summer');
    const scope = inRelease(summer);
    const ids = await addBooks('Book', 60);
    const [first = 0, second = 0] = ids;
    const fresh = await addBook('Only in the release', scope);
    await call('POST', '/books/update', { query: scope, json: { id: first, language: 4, name: 'Renamed' } });

    const json = { ids: [...ids, fresh.id], changes: { language: 4, author: { name: 'Berta' } } };
    const query = { query: scope, json };
    const preview = await call<BulkPreview>('POST', '/books/bulk/preview', query);
    expect(preview).toMatchObject({ total: 61, changes: 61, is_undoable: true });
    expect(preview.examples[0]).toMatchObject({ name: 'Renamed', changes: [{ after: 'Berta' }] });
    expect(preview.examples[1]?.changes.map(({ field }) => field)).toEqual(['author', 'language']);

    const { job, id } = await start(summer, json);
    expect(job.title).toBe('Change 61 books in Summer');
    expect(await get(id)).toMatchObject({ done: 0, release_id: summer.id, entry_id: null });
    expect(await api.runJob('bulk', id)).toMatchObject({ done: 61, changed: 61, total: 61 });
    // A repeated run has no further effect.
    await api.runJob('bulk', id);
    expect(await bookOf(first)).toMatchObject({ language: 1, author: { name: 'Ada' } });
    expect(await bookOf(first, scope)).toMatchObject({
      language: 4,
      name: 'Renamed',
      author: { name: 'Berta' },
    });
    expect(await bookOf(fresh.id, scope)).toMatchObject({ language: 4, author: { name: 'Berta' } });
    const changes = await changesIn(summer);
    expect(changes).toHaveLength(61);
    expect(changes.filter(({ problem }) => problem)).toEqual([]);
    expect(changes.find(({ record }) => record.id === second)?.changes.map(({ field }) => field)).toEqual([
      'author',
      'language',
    ]);

    await call('POST', '/books/update', { json: { id: second, language: 2 } });
    const conflicts = (await changesIn(summer)).filter(({ problem }) => problem);
    expect(conflicts.map(({ record, problem }) => [record.id, problem?.fields])).toEqual([
      [second, ['language']],
    ]);
    await call('POST', `/releases/${summer.id}/changes/${conflicts[0]?.id}/resolve`, {
      json: { choice: 'mine' },
    });
    await publish(summer);
    for (const bookId of [first, second, fresh.id])
      expect(await bookOf(bookId)).toMatchObject({ language: 4, author: { name: 'Berta' } });
    expect(await get(id)).toMatchObject({ is_undoable: false });
    expect(await errorOf('POST', `/books/bulk/${id}/undo`, { json: {} })).toEqual([409, 'record.conflict']);
  });

  test('are undone by removing their changes, and keep other changes of the books', async () => {
    const release = await newRelease('Autumn');
    const scope = inRelease(release);
    const [first = 0, second = 0] = await addBooks('Leaf', 2);
    await call('POST', '/books/update', { query: scope, json: { id: first, name: 'Red leaf' } });
    const change = await run(release, { ids: [first, second], changes: { language: 3 } });
    expect(change).toMatchObject({ changed: 2, is_undoable: true, is_undone: false });
    expect(await undo(change.id, scope)).toMatchObject({ changed: 2 });
    expect(await get(change.id)).toMatchObject({ is_undoable: false, is_undone: true });
    expect(await bookOf(first, scope)).toMatchObject({ name: 'Red leaf', language: 1 });
    expect((await changesIn(release)).map(({ record }) => record.id)).toEqual([first]);

    const again = await run(release, { ids: [first, second], changes: { language: 3 } });
    await call('POST', '/books/update', { query: scope, json: { id: second, name: 'Brown leaf' } });
    expect(await undo(again.id)).toMatchObject({ changed: 2 });
    expect(await bookOf(first, scope)).toMatchObject({ language: 1 });
    expect(await bookOf(second, scope)).toMatchObject({ name: 'Brown leaf', language: 1 });
  });

  test('of the live catalogue are not undone in a release', async () => {
    const release = await newRelease('Thaw');
    const ids = await addBooks('Ice', 1);
    const { id } = await call<StartedBulk>('POST', '/books/bulk', {
      json: { ids, changes: { language: 3 } },
    });
    await api.runJob('bulk', id);
    expect(await errorOf('POST', `/books/bulk/${id}/undo`, { query: inRelease(release), json: {} })).toEqual([
      409,
      'releases.unsupported',
    ]);
    expect(await get(id)).toMatchObject({ is_undone: false });
  });

  test('delete books and restore them by an undo', async () => {
    const release = await newRelease('Winter');
    const scope = inRelease(release);
    const ids = await addBooks('Snow', 25);
    const [first = 0] = ids;
    const fresh = await addBook('New snow', scope);
    await call('POST', '/books/update', { query: scope, json: { id: first, name: 'Old snow' } });
    const change = await run(release, { ids: [...ids, fresh.id, 999_999], changes: { delete: true } });
    expect(change).toMatchObject({ total: 27, done: 27, changed: 26, is_undoable: true });
    expect(await errorOf('GET', `/books/${first}`, { query: scope })).toEqual([404, 'books.not_found']);
    expect(await bookOf(first)).toMatchObject({ name: 'Snow 0' });
    const changes = await changesIn(release);
    expect(changes).toHaveLength(25);
    expect(new Set(changes.map(({ action, problem }) => `${action} ${problem?.kind}`))).toEqual(
      new Set(['deleted undefined']),
    );
    await undo(change.id);
    expect(await bookOf(first, scope)).toMatchObject({ name: 'Old snow' });
    expect(await changesIn(release)).toHaveLength(1);

    await run(release, { ids, changes: { delete: true } });
    await publish(release);
    expect(await errorOf('GET', `/books/${first}`)).toEqual([404, 'books.not_found']);
  });

  test('add books to lists in the release', async () => {
    const release = await newRelease('Shelves');
    const scope = inRelease(release);
    const ids = await addBooks('Shelved', 3);
    const codes = ids.map((id) => `BK-${String(id).padStart(6, '0')}`);
    const [first] = codes;
    const fresh = await addBook('New on the shelf', scope);
    const json = { title: 'Shelf', book_codes: [first] };
    const { id: collection_id } = await call<{ id: number }>('POST', '/books/collections', { json });
    const booksIn = async (query: Record<string, string> = {}) =>
      (
        await call<{ books: { code: string }[] }>('GET', `/books/collections/${collection_id}`, { query })
      ).books.map(({ code }) => code);
    const change = await run(release, { ids: [...ids, fresh.id], changes: { collection_id } });
    expect(change).toMatchObject({ total: 4, done: 4, changed: 3 });
    expect(await booksIn(scope)).toEqual([...codes, fresh.code]);
    expect(await booksIn()).toEqual([first]);
    expect(await undo(change.id)).toMatchObject({ changed: 3 });
    expect(await booksIn(scope)).toEqual([first]);
  });

  test('need the permission, an open release with room for the changes, and a change that releases support', async () => {
    const release = await newRelease('Rules');
    const query = inRelease(release);
    const ids = await addBooks('Rule', 60);
    const json = { ids, changes: { language: 2 } };
    const preview = '/books/bulk/preview';
    expect(await errorOf('POST', preview, { query, json, token: noReleases })).toEqual([
      403,
      'permission.missing',
    ]);
    expect(await errorOf('POST', '/books/bulk', { query, json, token: noReleases })).toEqual([
      403,
      'permission.missing',
    ]);
    expect(await errorOf('POST', preview, { query: { release: '9999' }, json })).toEqual([
      404,
      'releases.not_found',
    ]);
    const { id: contributor } = (await bookOf(ids[0] ?? 0)).author as { id: number };
    const merge = { ids, changes: { contributor: { id: contributor, name: 'Berta' } } };
    expect(await errorOf('POST', preview, { query, json: merge })).toEqual([409, 'releases.unsupported']);

    const { user_id } = await database.kysely
      .selectFrom('releases')
      .select('owner_id as user_id')
      .where('id', '=', release.id)
      .executeTakeFirstOrThrow();
    const fill = (count: number) =>
      database.kysely
        .insertInto('release_changes')
        .values(
          Array.from({ length: count }, (_, index) => ({
            release_id: release.id,
            kind: 'books' as const,
            record_id: 500_000 + index,
            name: 'Filler',
            action: 'changed' as const,
            input: '',
            changes: '[]',
            list_hashes: '{}',
            base_version: 1,
            files: '{"keys":[]}',
            user_id,
            updated_at: new Date().toISOString(),
          })),
        )
        .execute();
    const { id } = await start(release, json);
    await fill(releaseLimits.maxChanges - 30);
    expect(await errorOf('POST', preview, { query, json })).toEqual([409, 'releases.problems']);
    // The first batch fits. The second one does not, and the job reports it.
    await expect(api.runJob('bulk', id)).rejects.toThrow('A release can have up to 1,000 changes.');
    expect(await get(id)).toMatchObject({ done: 25, changed: 25 });

    const closedRelease = await newRelease('Closed');
    const { id: late } = await start(closedRelease, json);
    await call('POST', `/releases/${closedRelease.id}/archive`, { json: {} });
    await expect(api.runJob('bulk', late)).rejects.toThrow('This release is closed.');
    expect(await get(late)).toMatchObject({ done: 0, changed: 0 });
    expect(await errorOf('POST', '/books/bulk', { query: inRelease(closedRelease), json })).toEqual([
      409,
      'releases.closed',
    ]);
  });

  test('stop when they are cancelled, and continue', async () => {
    const release = await newRelease('Spring');
    const ids = await addBooks('Bud', 120);
    const { id } = await start(release, { ids, changes: { language: 5 } });
    const stop = new AbortController();
    stop.abort();
    await expect(api.runJob('bulk', id, stop.signal)).rejects.toThrow('abort');
    expect(await get(id)).toMatchObject({ done: 0 });
    await api.runJob('bulk', id);
    expect(await changesIn(release)).toHaveLength(120);
  });
});
