import { afterAll, expect, test } from 'vitest';
import type { BookContent } from '#contract/book-content/book-content';
import type { Book } from '#contract/books/books';
import { allPermissions } from '#contract/core/permissions';
import type { Release, ReleaseChange } from '#contract/releases/releases';
import { checkDatabase } from '#server/features/system/check/database';
import { hashToken } from '#server/core/auth/tokens';
import type { CallOptions } from '#server/testing/build-test-app';
import { eachDatabase } from '#server/testing/databases';
import { readFixture } from '#server/testing/media-files';
import { openTestApp } from '#server/testing/open-test-app';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type Query = Record<string, string>;

eachDatabase('book content in a release', async (openEmpty) => {
  const database = await openEmpty();
  const api = await openTestApp(database);
  const token = await api.tokenFor(allPermissions);

  afterAll(() => api.close());

  const send = (method: Method, path: string, options: CallOptions = {}) =>
    api.call(method, `/api${path}`, { token, ...options });
  async function call<Data>(method: Method, path: string, options: CallOptions = {}): Promise<Data> {
    const { status, body } = await send(method, path, options);
    expect([status, body.message, body.errors]).toEqual([200, body.message, undefined]);
    return body.data as Data;
  }
  const addBook = (query: Query = {}) =>
    call<Book>('POST', '/books/create', { query, json: { name: 'Birds', author: { name: 'Ada Marsh' } } });
  const read = (id: number, query: Query = {}) => call<BookContent>('GET', `/books/${id}/content`, { query });
  const save = (id: number, chapters: readonly object[], query: Query = {}) =>
    call<BookContent>('PUT', `/books/${id}/content`, { query, json: { chapters } });
  const addRelease = async () => {
    const release = await call<Release>('POST', '/releases', { json: { name: 'Summer' } });
    return { ...release, scope: { release: String(release.id) } };
  };
  const changesIn = async ({ id }: Pick<Release, 'id'>) =>
    (await call<{ items: ReleaseChange[] }>('GET', `/releases/${id}/changes`)).items;
  const textsIn = ({ chapters }: BookContent) =>
    chapters.map(({ name, text_items = [] }) => [name, text_items.map(({ text }) => text)]);
  const live = [
    ['One', ['Wren.', 'Robin.']],
    ['Two', ['Owl.']],
  ];
  /** Adds a book with two chapters. */
  async function addBookWithText() {
    const { id } = await addBook();
    await save(
      id,
      live.map(([name, texts]) => ({ name, text_items: (texts as string[]).map((text) => ({ text })) })),
    );
    return id;
  }

  test('is live after the publication, and as before after a rollback', async () => {
    const id = await addBookWithText();
    const release = await addRelease();
    const [chapter] = (await read(id)).chapters;
    const first = await save(
      id,
      [
        { id: chapter?.id, name: 'First' },
        { name: 'New', text_items: [{ text: 'Lark.' }] },
      ],
      release.scope,
    );
    expect(textsIn(first)).toEqual([
      ['First', ['Wren.', 'Robin.']],
      ['New', ['Lark.']],
    ]);
    expect(textsIn(await read(id))).toEqual(live);
    expect(await read(id, release.scope)).toEqual({ ...first, updated_at: expect.any(String) as string });

    // The second save refers to the new chapter by its ID in the release.
    const { chapters } = await read(id, release.scope);
    const second = await save(
      id,
      [{ id: chapters[1]?.id }, { id: chapters[0]?.id }, { name: 'Last', text_items: [{ text: 'Swift.' }] }],
      release.scope,
    );
    const textsInRelease = [
      ['New', ['Lark.']],
      ['First', ['Wren.', 'Robin.']],
      ['Last', ['Swift.']],
    ];
    expect(textsIn(second)).toEqual(textsInRelease);
    const changes = await changesIn(release);
    expect(changes.map(({ kind, record, action, problem }) => [kind, record, action, problem])).toEqual([
      ['books', { id, name: 'Birds' }, 'changed', null],
    ]);
    expect(changes[0]?.changes.map(({ field }) => field)).toContain('chapters');
    // A save of other fields is a change of its own.
    await call('POST', '/books/update', { query: release.scope, json: { id, description: 'Of summer' } });
    expect(textsIn(await read(id, release.scope))).toEqual(textsInRelease);

    await call('POST', `/releases/${release.id}/publish`, { json: {} });
    expect(textsIn(await read(id))).toEqual(textsInRelease);
    await call('POST', `/releases/${release.id}/roll-back`, { json: {} });
    expect(textsIn(await read(id))).toEqual(live);
    expect((await call<Book>('GET', `/books/${id}`)).description).toBe('');
  });

  test('of a new book can be referred to by other changes', async () => {
    const release = await addRelease();
    const { id, code } = await addBook(release.scope);
    const { chapters } = await save(id, [{ name: 'One', text_items: [{ text: 'Wren.' }] }], release.scope);
    const story = await call<{ id: number }>('POST', '/books/story-books', {
      query: release.scope,
      json: {
        title: 'A story',
        story_items: [
          {
            book_code: code,
            chapter_code: chapters[0]?.code,
            text_item_code: chapters[0]?.text_items?.[0]?.code,
          },
        ],
      },
    });
    // A later save retains its place before the story book.
    await save(id, [{ id: chapters[0]?.id }, { name: 'Two' }], release.scope);
    expect((await changesIn(release)).map(({ problem }) => problem)).toEqual([null, null]);
    expect((await send('GET', `/books/${id}/content`)).status).toBe(404);
    await call('POST', `/releases/${release.id}/publish`, { json: {} });
    expect(textsIn(await read(id))).toEqual([
      ['One', ['Wren.']],
      ['Two', []],
    ]);
    const { story_items } = await call<{ story_items: object[] }>('GET', `/books/story-books/${story.id}`);
    expect(story_items).toHaveLength(1);
  });

  test('conflicts with a later live save, and one of the two is chosen', async () => {
    for (const choice of ['mine', 'theirs'] as const) {
      const id = await addBookWithText();
      const release = await addRelease();
      const [first, second] = (await read(id)).chapters;
      await save(id, [{ id: first?.id, name: 'In the release' }, { id: second?.id }], release.scope);
      await save(id, [{ id: first?.id, name: 'Live' }]);
      const [change] = await changesIn(release);
      expect(change?.problem).toMatchObject({ kind: 'conflict', fields: ['chapters'] });
      expect((await send('POST', `/releases/${release.id}/publish`, { json: {} })).status).toBe(409);
      await call('POST', `/releases/${release.id}/changes/${change?.id}/resolve`, { json: { choice } });
      const left = await changesIn(release);
      expect(left.map(({ problem }) => problem)).toEqual(choice === 'mine' ? [null] : []);
      if (choice === 'mine') await call('POST', `/releases/${release.id}/publish`, { json: {} });
      // The chapter that was deleted since stays deleted.
      expect(textsIn(await read(id))).toEqual([
        [choice === 'mine' ? 'In the release' : 'Live', ['Wren.', 'Robin.']],
      ]);
    }
  });

  test('is removed from the release by a save of the live content', async () => {
    const id = await addBookWithText();
    const release = await addRelease();
    const before = (await read(id)).chapters;
    const [first, second] = before;
    await save(id, [{ id: second?.id }, { id: first?.id }], release.scope);
    expect(await changesIn(release)).toHaveLength(1);
    await save(id, before, release.scope);
    expect(await changesIn(release)).toEqual([]);
  });

  test('holds the audio of chapters until it is published or removed', async () => {
    const { user_id } = await database.kysely
      .selectFrom('sessions')
      .select('user_id')
      .where('token_hash', '=', hashToken(token))
      .executeTakeFirstOrThrow();
    const fileCount = async () =>
      (await database.kysely.selectFrom('files').select('key').where('key', 'like', '%.mp3').execute())
        .length;
    const id = await addBookWithText();
    const release = await addRelease();
    for (const [index, isPublished] of [false, true].entries()) {
      const upload_id = String(index).repeat(32);
      await api.addUpload(upload_id, user_id, await readFixture('tone.mp3'));
      await call('POST', `/books/${id}/chapters/audio`, { query: release.scope, json: { upload_id } });
      // A later save of the content retains the audio.
      const { chapters } = await read(id, release.scope);
      await save(id, [...chapters.toReversed(), { name: 'Last' }], release.scope);
      const [withAudio] = (await read(id, release.scope)).chapters;
      expect([withAudio?.name, withAudio?.audio_url]).toEqual(['tone', expect.any(String)]);
      const analyses = await call<{ items: { state: string }[] }>('GET', `/books/${id}/audio-analyses`, {
        query: release.scope,
      });
      expect(analyses.items.map(({ state }) => state)).toEqual(['waiting']);
      expect(await fileCount()).toBe(1);
      if (isPublished) {
        await call('POST', `/releases/${release.id}/publish`, { json: {} });
        expect((await read(id)).chapters[0]?.audio_url).toBe(withAudio?.audio_url);
        expect(await fileCount()).toBe(1);
      } else {
        const [change] = await changesIn(release);
        await call('DELETE', `/releases/${release.id}/changes/${change?.id}`);
        expect(await fileCount()).toBe(0);
      }
    }
    expect(await checkDatabase(database)).toEqual([]);
  });

  test('rejects another version, invalid content, and users without the permission', async () => {
    const id = await addBookWithText();
    const release = await addRelease();
    const { version, chapters } = await read(id, release.scope);
    const response = await save(id, [{ id: chapters[0]?.id }], release.scope);
    const put = (json: object, options: CallOptions = {}) =>
      send('PUT', `/books/${id}/content`, { query: release.scope, json, ...options });
    expect(response.version).toBe(version + 1);
    expect((await put({ version, chapters: [] })).status).toBe(409);
    expect((await put({ chapters: [{ name: 'A', start: 5, end: 2 }] })).status).toBe(422);
    const other = await api.tokenFor(['books:edit']);
    expect((await put({ chapters: [] }, { token: other })).status).toBe(403);
    expect(
      (await send('PUT', `/books/999/content`, { query: release.scope, json: { chapters: [] } })).status,
    ).toBe(404);
    expect(textsIn(await read(id, release.scope))).toEqual([live[0]]);
  });
});
