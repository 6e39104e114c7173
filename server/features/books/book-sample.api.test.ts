import { afterAll, expect, test } from 'vitest';
import type { Book } from '#contract/books/books';
import { allPermissions } from '#contract/core/permissions';
import { checkDatabase } from '#server/features/system/check/database';
import { openTestBlobStore } from '#server/testing/blob-stores';
import { type TestResponse, buildTestApp } from '#server/testing/build-test-app';
import { eachDatabase } from '#server/testing/databases';
import { makeWav } from '#server/testing/media-files';
import { runClips } from '#server/testing/run-clips';

const RATE = 8_000;

eachDatabase('the audio sample', async (openEmpty, engine) => {
  const database = await openEmpty();
  const store = await openTestBlobStore(engine.name === 'SQLite' ? 'folder' : 's3');
  const api = await buildTestApp(database, store.blobs);
  const token = await api.tokenFor(allPermissions);
  afterAll(async () => {
    await api.close();
    await store.close();
    await database.close();
  });

  const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, json?: unknown) =>
    api.call(method, `/api${path}`, { token, ...(json !== undefined && { json }) });
  const read = async (id: number): Promise<Book> => (await call('GET', `/books/${id}`)).body.data;
  const update = (id: number, fields: object) => call('POST', '/books/update', { id, ...fields });
  const cut = (id: number) => runClips({ database, store, api }, id);
  const undo = (response: TestResponse) =>
    call('POST', `/audit-log/${String(response.headers['x-audit-log-entry'])}/undo`);
  const secondsOf = async (url: string | null | undefined) => {
    const { rawPayload, statusCode } = await api.app.inject(url ?? '');
    if (statusCode !== 200) return undefined;
    return rawPayload.readUInt32LE(rawPayload.indexOf('data', 0, 'latin1') + 4) / RATE / 2;
  };

  /** Creates a book of 10 seconds with chapters of 4 and 6 seconds. */
  async function createBook(name: string): Promise<number> {
    const form = { name, audio: { bytes: makeWav(10), name: 'a.wav' } };
    const { id } = (await api.call('POST', '/api/books/create', { token, form })).body.data;
    const chapters = [
      { name: 'First', start: 0, end: 4 },
      { name: 'Second', start: 4, end: 10 },
    ];
    expect((await call('PUT', `/books/${id}/content`, { chapters })).status).toBe(200);
    return id;
  }

  test('is a file of a part of a chapter, also after the chapter and the sample change', async () => {
    const id = await createBook('Sampled');
    const [, second] = (await read(id)).chapters ?? [];
    const code = second?.code ?? '';
    const sample = { chapter_code: code, start: 1, end: 3.5 };
    const response = await update(id, { sample });
    expect(response.body.data).toMatchObject({ sample });
    expect(response.body.data).not.toHaveProperty('sample_url');
    expect(await cut(id)).toBe(true);
    const first = await read(id);
    expect(first.sample_url).toMatch(/^\/media\/[\da-f]{40}\.wav$/);
    expect(await secondsOf(first.sample_url)).toBe(2.5);
    const rangeResponse = await api.app.inject({
      url: first.sample_url ?? '',
      headers: { range: 'bytes=0-9' },
    });
    expect([rangeResponse.statusCode, rangeResponse.rawPayload.length]).toEqual([206, 10]);
    const { items } = (await call('GET', '/books/list?with_chapters=0')).body.data;
    expect(items[0].sample_url).toBe(first.sample_url);

    // The chapter starts later in the file.
    const chapters = (await call('GET', `/books/${id}/content`)).body.data.chapters.map(
      ({ id: chapterId, name }: { id: number; name: string }, index: number) => ({
        id: chapterId,
        name,
        ...(index === 0 ? { start: 0, end: 5 } : { start: 5, end: 10 }),
      }),
    );
    await call('PUT', `/books/${id}/content`, { chapters });
    expect(await read(id)).not.toHaveProperty('sample_url');
    expect(await cut(id)).toBe(true);
    const later = await read(id);
    expect([later.sample_url === first.sample_url, await secondsOf(later.sample_url)]).toEqual([false, 2.5]);

    const removal = await update(id, { sample: '' });
    for (const field of ['sample', 'sample_url']) expect(removal.body.data).not.toHaveProperty(field);
    const { changes } = (await call('GET', `/audit-log/${String(removal.headers['x-audit-log-entry'])}`)).body
      .data;
    expect(changes).toMatchObject([{ field: 'sample', before: `${code} 1-3.5`, after: null }]);
    expect((await undo(removal)).status).toBe(200);
    expect(await read(id)).toMatchObject({ sample, sample_url: later.sample_url });
    expect(await checkDatabase(database)).toEqual([]);
  });

  test('is on the home screen as soon as its file exists', async () => {
    const id = await createBook('On the home screen');
    const [first, second] = (await read(id)).chapters ?? [];
    const { code } = await read(id);
    const collection = await call('POST', '/books/collections', { title: 'List', book_codes: [code] });
    const config = [
      { title: 'Books', type: 'books', data: [id] },
      { title: 'Collection', type: 'one_collection', data: [collection.body.data.id] },
    ];
    const json = { title: 'Home', is_main_service: true, config };
    await call('POST', '/books/mobile-configs', json);
    const home = async () => {
      const query = { block_types: 'books' };
      const { blocks } = (await api.call('GET', '/api/mobile/home', { query })).body.data;
      return [blocks[0].cards[0], blocks[1].cards[0].books[0]].map(({ sample_url }) => sample_url);
    };
    expect(await home()).toEqual([undefined, undefined]);
    await update(id, { sample: `${second?.code} 1-3` });
    expect(await home()).toEqual([undefined, undefined]);
    await cut(id);
    const { sample_url } = await read(id);
    expect(sample_url).toBeDefined();
    expect(await home()).toEqual([sample_url, sample_url]);
    // Another sample has no file at first.
    await update(id, { sample: `${first?.code} 0-2` });
    expect(await home()).toEqual([undefined, undefined]);
    await cut(id);
    const later = await read(id);
    expect(await home()).toEqual([later.sample_url, later.sample_url]);
    expect(later.sample_url).not.toBe(sample_url);
    // Clips of chapters are no change of the catalogue.
    const other = await createBook('Without sample');
    const revisionOf = () => database.kysely.selectFrom('catalogue').select('revision').execute();
    const before = await revisionOf();
    await cut(other);
    expect(await revisionOf()).toEqual(before);
    await update(id, { sample: '' });
    expect(await home()).toEqual([undefined, undefined]);
  });

  test('is in the trash with its book, and is restored with it', async () => {
    const id = await createBook('Deleted');
    const code = (await read(id)).chapters?.[0]?.code ?? '';
    await update(id, { sample: `${code} 0-2` });
    await cut(id);
    const { sample_url } = await read(id);
    await call('DELETE', `/books/${id}`);
    expect(await secondsOf(sample_url)).toBeUndefined();
    const { items } = (await call('GET', '/trash?kind=books')).body.data;
    expect((await call('POST', `/trash/${items[0].id}/restore`)).status).toBe(200);
    expect((await read(id)).sample).toEqual({ chapter_code: code, start: 0, end: 2 });
    await cut(id);
    expect(await secondsOf((await read(id)).sample_url)).toBe(2);
    expect(await checkDatabase(database)).toEqual([]);
  });

  test('is in the spreadsheet and in the JSON export', async () => {
    const id = await createBook('Exported');
    const code = (await read(id)).chapters?.[0]?.code ?? '';
    await update(id, { sample: JSON.stringify({ chapter_code: code, start: 0.25, end: 2 }) });
    const csv = (await call('GET', '/spreadsheets/books/export?format=csv&search=Exported')).text;
    expect(csv).toContain(`${code} 0.25-2`);
    const exportedBook = JSON.parse((await call('GET', `/books/${id}/export?as=json`)).text);
    expect(exportedBook.sample).toEqual({ chapter_code: code, start: 0.25, end: 2 });
  });

  test.each([
    ['CH-99 0-2', 'No chapter found with code CH-99.'],
    ['CODE 0-0.5', 'A sample must be at least 1 second and at most 10 minutes long'],
    ['CODE 0-601', 'A sample must be at least 1 second and at most 10 minutes long'],
    ['CODE 2-9', 'The sample ends after the chapter.'],
    ['CODE', 'Must be a chapter with start and end in seconds, such as CH-01 12.5-45'],
    [{ start: 1 }, 'Must be a chapter with start and end in seconds, such as CH-01 12.5-45'],
    [[null], 'Must be a chapter with start and end in seconds, such as CH-01 12.5-45'],
  ])('rejects %j', async (sample, message) => {
    const id = await createBook('Rejected');
    const code = (await read(id)).chapters?.[0]?.code ?? '';
    const value = typeof sample === 'string' ? sample.replace('CODE', code) : sample;
    const { status, body } = await update(id, { sample: value });
    expect([status, body.errors]).toEqual([422, { sample: message }]);
  });

  test('rejects a chapter without audio, and a new book without chapters', async () => {
    const { id } = (await call('POST', '/books/create', { name: 'Silent' })).body.data;
    await call('PUT', `/books/${id}/content`, { chapters: [{ name: 'First' }] });
    const code = (await read(id)).chapters?.[0]?.code ?? '';
    const { status, body } = await update(id, { sample: `${code} 0-2` });
    expect([status, body.code, body.errors.sample]).toEqual([
      422,
      'sample.no_audio',
      'This chapter has no audio.',
    ]);
    expect((await call('POST', '/books/create', { name: 'New', sample: 'CH-01 0-2' })).status).toBe(422);
  });
});
