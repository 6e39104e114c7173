import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type ResponseBody, openApi } from '../api.ts';
import { makeEpub } from '../import-files.ts';
import { wav } from '../media.ts';
import { lectern } from '../server.ts';
import { backends, expect, test } from './dependencies.ts';
import { openObjectStore } from './object-store.ts';

/** The number of batches uploaded concurrently. Each is a book of two chapters with audio and text. */
const BATCHES = 3;
/**
 * The number of accepted books after which the server is killed. The other batches are then in any state between upload and
 * acceptance.
 */
const ACCEPTED_BEFORE = 1;
const TRY_AGAIN_MS = 50;

interface SavedChapter {
  readonly name: string;
  readonly track_url: string | null;
  readonly text_items: readonly { readonly text: string }[];
}
interface ImportedBook {
  readonly id: number;
  readonly name: string;
  readonly chapters?: readonly SavedChapter[];
}

const passage = (book: number, chapter: number) =>
  `Passage of chapter ${chapter} of book ${book}. `.repeat(8);

const filesOf = (book: number): { path: string; bytes: Buffer }[] => [
  { path: `Book ${book}/1.wav`, bytes: wav(9, 200 + book) },
  { path: `Book ${book}/2.wav`, bytes: wav(10, 300 + book) },
  {
    path: `Book ${book}/text.epub`,
    bytes: makeEpub(`Book ${book}`, 'Ada Marsh', {
      One: [passage(book, 1), 'Its end.'],
      Two: [passage(book, 2), 'Its end.'],
    }),
  },
];

/** Returns a client that repeats requests without a response, with the server that currently runs. */
function openPatient(address: () => string, authorization: string) {
  async function send(
    method: string,
    {
      path,
      headers = {},
      body,
    }: {
      readonly path: string;
      readonly headers?: Record<string, string> | undefined;
      readonly body?: Buffer | undefined;
    },
  ) {
    for (;;) {
      const bodyOptions = body && { body: new Uint8Array(body) };
      const response = await fetch(`${address()}/api${path}`, {
        method,
        headers: { authorization, ...headers },
        ...bodyOptions,
      }).catch(() => undefined);
      const text = await response?.text().catch(() => undefined);
      if (response && text !== undefined && response.status < 500) return { response, text };
      await delay(TRY_AGAIN_MS);
    }
  }
  const tus = { 'tus-resumable': '1.0.0' };

  return {
    async call<Data>(
      method: string,
      {
        path,
        body,
        key,
      }: { readonly path: string; readonly body?: object | undefined; readonly key?: string | undefined },
    ): Promise<ResponseBody<Data>> {
      const headers = {
        ...(body && { 'content-type': 'application/json' }),
        ...(key !== undefined && { 'idempotency-key': key }),
      };
      const { text } = await send(method, { path, headers, body: body && Buffer.from(JSON.stringify(body)) });
      return JSON.parse(text) as ResponseBody<Data>;
    },
    /** Uploads in chunks, each from the offset that the server reports. */
    async upload(path: string, bytes: Buffer): Promise<string> {
      const upload = await send('POST', {
        path: '/uploads',
        headers: {
          ...tus,
          'upload-length': String(bytes.length),
          'upload-metadata': `filename ${Buffer.from(path).toString('base64')}`,
        },
      });
      const id = upload.response.headers.get('location')?.split('/').at(-1) ?? '';
      for (let offset = 0; offset < bytes.length; ) {
        const headers = {
          ...tus,
          'content-type': 'application/offset+octet-stream',
          'upload-offset': String(offset),
        };
        await send('PATCH', {
          path: `/uploads/${id}`,
          headers,
          body: bytes.subarray(offset, offset + 100_000),
        });
        const uploadState = await send('HEAD', { path: `/uploads/${id}`, headers: tus });
        offset = Number(uploadState.response.headers.get('upload-offset') ?? bytes.length);
      }
      return id;
    },
  };
}

for (const dependencies of backends) {
  const store = dependencies === 'SQLite' ? 'a folder' : 'S3';
  test(`kill -9 at any stage of imports loses and duplicates nothing: ${dependencies}, ${store}`, async ({
    settingsOf,
    start,
  }) => {
    const objects = dependencies === 'SQLite' ? undefined : await openObjectStore();
    const settings = { ...(await settingsOf(dependencies)), ...objects?.settings };
    let server = await start(settings);
    const api = openPatient(() => server.url, (await openApi(server.url)).authorization);
    const acceptedIds: number[] = [];
    const enough = Promise.withResolvers<undefined>();

    async function importBook(number: number): Promise<void> {
      const files = [];
      for (const { path, bytes } of filesOf(number))
        files.push({ path, upload_id: await api.upload(path, bytes) });
      const startedImport = await api.call<{ id: number }>('POST', {
        path: '/imports',
        body: { files },
        key: randomUUID(),
      });
      expect(startedImport.success, startedImport.message).toBe(true);
      const { id } = startedImport.data;
      for (;;) {
        const { data } = await api.call<{ state: string; error: string | null }>('GET', {
          path: `/imports/${id}`,
        });
        if (data.state === 'ready') break;
        expect(['receiving', 'reading'], data.error ?? '').toContain(data.state);
        await delay(TRY_AGAIN_MS);
      }
      const book = await api.call<ImportedBook>('POST', {
        path: `/imports/${id}/accept`,
        body: {},
        key: randomUUID(),
      });
      expect(book.success, book.message).toBe(true);
      acceptedIds.push(book.data.id);
      if (acceptedIds.length === ACCEPTED_BEFORE) enough.resolve(undefined);
    }

    const runningImports = Promise.all(Array.from({ length: BATCHES }, (_, index) => importBook(index + 1)));
    await Promise.race([enough.promise, runningImports]);
    await server.kill();
    server = await start(settings);
    await runningImports;

    const listedImports = await api.call<{ items: ImportedBook[]; total: number }>('GET', {
      path: '/books/list?items_per_page=100&with_chapters=1',
    });
    const { items } = listedImports.data;
    expect(items.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(
      acceptedIds.toSorted((a, b) => a - b),
    );
    for (const { name, chapters = [] } of items) {
      const number = Number(name.replace('Book ', ''));
      expect(chapters.map((chapter) => chapter.name)).toEqual(['One', 'Two']);
      for (const [index, { track_url, text_items }] of chapters.entries()) {
        expect(text_items.map(({ text }) => text)).toContain(passage(number, index + 1).trim());
        const audio = await fetch(`${server.url}${(track_url ?? '').split('#', 1)[0]}`);
        const original = filesOf(number)[index]?.bytes ?? Buffer.alloc(0);
        expect(Buffer.from(await audio.arrayBuffer()).equals(original), `${name}, sound ${index + 1}`).toBe(
          true,
        );
      }
    }
    // An interrupted audio analysis is repeated once the lease of the killed server has expired.
    await expect(async () => {
      const jobs = await api.call<{ total: number }>('GET', { path: '/jobs?state=queued,running&all=true' });
      expect(jobs.data.total).toBe(0);
    }).toPass({ timeout: 120_000 });
    const failedJobs = await api.call<{ total: number }>('GET', { path: '/jobs?state=failed&all=true' });
    expect(failedJobs.data.total).toBe(0);
    expect(await server.stop()).toBe(0);
    const checkResult = await lectern(['check'], settings);
    expect(checkResult.code, checkResult.output).toBe(0);
    await objects?.close();
  });
}
