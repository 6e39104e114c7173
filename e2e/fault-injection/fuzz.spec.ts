import fc from 'fast-check';
import { openApi } from '../api.ts';
import { png, wav } from '../media.ts';
import { backends, expect, test } from './dependencies.ts';
import { bodies, identities, pairs } from './fuzzed-requests.ts';

/** The first seed is the same in every run, so that failures are reproducible. `TEST_SEED` sets another one. Each database has its own. */
const seed = Number(process.env['TEST_SEED'] ?? 1);
/** The number of requests per database. */
const requests = 1_000;
const uploads = 80;

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly isPaged: boolean;
  /** The media types of responses that are files instead of an envelope. */
  readonly files: readonly string[];
}

interface Described {
  readonly parameters?: { readonly name: string; readonly required?: boolean }[];
  readonly responses: Readonly<Record<string, { readonly content?: object }>>;
}

/** Returns all operations of the API description. */
async function operations(url: string): Promise<Operation[]> {
  const description = (await (await fetch(`${url}/api/openapi.json`)).json()) as {
    paths: Record<string, Record<string, Described>>;
  };
  const methods = ['get', 'post', 'put', 'delete'];
  return Object.entries(description.paths).flatMap(([path, verbs]) =>
    Object.entries(verbs)
      .filter(([verb]) => methods.includes(verb))
      .map(([verb, { parameters = [], responses }]) => ({
        method: verb.toUpperCase(),
        path: path.startsWith('/api') ? path : `/api${path}`,
        // A list with a required parameter cannot be requested by its path alone.
        isPaged:
          parameters.some(({ name }) => name === 'items_per_page') &&
          !parameters.some(({ required }) => required),
        files: Object.keys(responses['200']?.content ?? {}).filter((type) => type !== 'application/json'),
      })),
  );
}

/** Jobs are created in the background. Counts by language accept the parameters of a list, but are not a list. */
const notCompared = new Set(['/api/jobs', '/api/books/languages']);

/** Returns true for lists whose items are compared with their total. */
const isCompared = ({ method, path, isPaged }: Operation) =>
  method === 'GET' && isPaged && !path.includes('{') && !notCompared.has(path);

/** Checks that the pages of every list contain as many items as its total. */
async function checkTotals(url: string, authorization: string, lists: readonly Operation[]): Promise<void> {
  for (const { path } of lists) {
    const ids: number[] = [];
    for (let page = 1; ; page++) {
      const response = await fetch(`${url}${path}?items_per_page=100&page=${page}`, {
        headers: { authorization },
      });
      const { data } = (await response.json()) as { data: { items: { id: number }[]; total: number } };
      ids.push(...data.items.map(({ id }) => id));
      if (data.items.length > 0) continue;
      expect([ids.length, new Set(ids).size], path).toEqual([data.total, data.total]);
      break;
    }
  }
}

for (const [index, dependencies] of backends.entries()) {
  test(`fuzzed requests never cause a server error: ${dependencies}`, async ({ settingsOf, start }) => {
    const server = await start({ ...(await settingsOf(dependencies)), DEMO: '1' });
    let api = await openApi(server.url);
    const safeOperations = (await operations(server.url)).filter(
      ({ path }) => !path.endsWith('/auth/logout'),
    );
    expect(safeOperations.length).toBeGreaterThan(40);

    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...safeOperations),
        identities,
        pairs,
        bodies,
        fc.boolean(),
        async ({ method, path, files }, id, query, body, signedIn) => {
          const search = query
            .map((pair) => pair.map((component) => encodeURIComponent(component.toWellFormed())).join('='))
            .join('&');
          const response = await fetch(`${server.url}${path.replace(/\{\w+\}|:\w+/, id)}?${search}`, {
            method,
            headers: {
              ...(signedIn && { authorization: api.authorization }),
              ...(body && method !== 'GET' && { 'content-type': body.type }),
            },
            ...(body && method !== 'GET' && { body: body.content }),
          });
          const text = await response.text();
          // Some operations end the session of the request.
          if (signedIn && response.status === 401) api = await openApi(server.url);
          const lastError = response.status < 500 ? '' : server.output().slice(-3_000);
          expect(response.status, `${method} ${path}: ${text.slice(0, 300)} ${lastError}`).toBeLessThan(500);
          const [type = ''] = (response.headers.get('content-type') ?? '').split(';');
          const isDownload = response.headers.get('content-disposition')?.startsWith('attachment');
          if (response.ok && (isDownload || files.includes(type))) return;
          const { success, message, data } = JSON.parse(text) as Record<string, unknown>;
          expect(message, text).toEqual(expect.any(String));
          expect(message).not.toContain('Invalid input');
          if (response.status >= 400) expect([success, data]).toEqual([false, null]);
          else expect([success, typeof data], text).toEqual([expect.any(Boolean), 'object']);
        },
      ),
      { seed: seed + index, numRuns: requests },
    );
    const lists = safeOperations.filter(isCompared);
    expect(lists.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['/api/books/list', '/api/books/authors', '/api/users', '/api/imports']),
    );
    api = await openApi(server.url);
    await checkTotals(server.url, api.authorization, lists);
    expect(await server.stop(), server.output()).toBe(0);
  });
}

test('rejects malformed media without a server error', async ({ settingsOf, start }) => {
  const server = await start(await settingsOf('SQLite'));
  const api = await openApi(server.url);
  const prefixes = [
    'RIFF\x00\x00\x00\x00WAVEfmt ',
    'ID3\x04\x00\x00',
    'OggS\x00\x02',
    'fLaC',
    '\xff\xfb\x90\x00',
  ];
  const images = [
    '\xff\xd8\xff\xe0',
    '\x89PNG\r\n\x1a\n',
    'GIF89a',
    'RIFF\x10\x00\x00\x00WEBPVP8 ',
    '<svg xmlns=',
  ];
  const boxes = ['\x00\x00\x00\x20ftypM4A ', '\x00\x00\x00\x20ftypavif', '\x00\x00\x00\x08moov'];
  const audio = fc.constantFrom(png(20, 30), wav(0.2));
  const malformedBytes = fc.oneof(
    fc
      .tuple(fc.constantFrom(...prefixes, ...images, ...boxes), fc.uint8Array({ maxLength: 4_000 }))
      .map(([head, rest]) => Buffer.concat([Buffer.from(head, 'latin1'), rest])),
    fc.tuple(audio, fc.nat(), fc.uint8Array({ minLength: 1, maxLength: 40 })).map(([file, offset, bytes]) => {
      const brokenFile = Buffer.from(file);
      brokenFile.set(
        bytes.subarray(0, brokenFile.length - (offset % brokenFile.length)),
        offset % brokenFile.length,
      );
      return brokenFile;
    }),
    fc.tuple(audio, fc.nat()).map(([file, offset]) => file.subarray(0, offset % file.length)),
  );
  await fc.assert(
    fc.asyncProperty(malformedBytes, fc.constantFrom('image', 'audio'), async (content, field) => {
      const form = new FormData();
      form.set('name', 'Malformed');
      form.set(field, new Blob([new Uint8Array(content)]), 'file.bin');
      const response = await fetch(`${server.url}/api/books/create`, {
        method: 'POST',
        headers: { authorization: api.authorization },
        body: form,
      });
      const text = await response.text();
      expect([200, 413, 415, 422], text).toContain(response.status);
    }),
    { seed, numRuns: uploads },
  );
  expect(await server.stop(), server.output()).toBe(0);
});
