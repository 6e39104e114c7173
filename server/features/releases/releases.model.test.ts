import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Release } from '#contract/releases/releases';
import type { Database } from '#server/core/db/open';
import { eachDatabase } from '#server/testing/databases';
import { randomFrom } from '../../../bench/random.ts';
import { seed } from '#server/testing/seed';
import { openTestApp } from '#server/testing/open-test-app';

const pickerOf =
  (random: (limit: number) => number) =>
  <Value>(values: readonly Value[]): Value =>
    values[random(values.length)] as Value;

interface Chapter {
  readonly id: number;
  readonly text_items: readonly { readonly id: number }[];
}

/** Returns chapters without IDs, which depend on the order of the writes. */
const withoutIds = (chapters: readonly Chapter[]) =>
  chapters.map(({ id: _id, text_items, ...chapter }) => ({
    ...chapter,
    text_items: text_items.map(({ id: _textId, ...item }) => item),
  }));

/** A write of the API, whose references are names of records. */
interface Step {
  readonly method?: 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly json: object;
}

const steps = 18;

const permissions = [
  'books:edit',
  'books:delete',
  'categories:edit',
  'categories:delete',
  'collections:edit',
  'collections:delete',
  'challenges:edit',
  'challenges:delete',
  'series:edit',
  'series:delete',
  'mobile-configs:edit',
  'mobile-configs:delete',
  'releases:edit',
  'releases:publish',
] as const;

eachDatabase('releases with random changes', (openEmpty) => {
  const open = async () => {
    const database: Database = await openEmpty();
    const api = await openTestApp(database);
    const tokens = [await api.tokenFor(permissions), await api.tokenFor(permissions)];
    return { database, api, token: await api.tokenFor(permissions), tokens };
  };
  type Product = Awaited<ReturnType<typeof open>>;
  let inOneStep: Product;
  let byHand: Product;
  beforeEach(async () => {
    inOneStep = await open();
    byHand = await open();
    for (const product of [inOneStep, byHand]) await fill(product);
  });
  afterEach(async () => {
    for (const { api, database } of [inOneStep, byHand]) {
      await api.close();
      await database.close();
    }
  });

  async function send(
    { api, token }: Product,
    { method = 'POST', path, json }: Step,
    query: Record<string, string> = {},
  ) {
    const response = await api.call(method, `/api${path}`, { token, json, query });
    expect(response.body.code).not.toBe('path.not_found');
    return response;
  }

  /** Creates the records that the steps change. */
  async function fill(product: Product): Promise<void> {
    for (let number = 1; number <= 6; number++)
      await send(product, {
        path: '/books/create',
        json: { name: `Book ${number}`, author: { name: `Author ${number % 3}` } },
      });
    await send(product, { path: '/books/categories', json: { name: 'Sea', description: 'D' } });
    await send(product, {
      path: '/books/collections',
      json: { title: 'Shelf', description: 'D', book_codes: ['BK-000001', 'BK-000002', 'BK-000003'] },
    });
    await send(product, {
      path: '/books/challenges',
      json: {
        title: 'Days',
        description: 'D',
        day_count: 6,
        is_active: true,
        items: [{ book_code: 'BK-000002' }],
      },
    });
    await send(product, {
      path: '/series/create',
      json: { title: 'Saga', books: [{ code: 'BK-000004', position: '1' }] },
    });
    await send(product, {
      path: '/books/mobile-configs',
      json: {
        title: 'Home',
        is_main_service: true,
        config: [{ title: 'Books', type: 'books', data: [1, 2] }],
      },
    });
  }

  /** Returns the records as apps and users see them, without times and versions. */
  async function stateOf({ api, token }: Product, query: Record<string, string> = {}) {
    const state: Record<string, unknown> = {};
    for (const path of [
      '/books/list',
      '/books/categories',
      '/books/collections',
      '/books/challenges',
      '/series/list',
      '/books/mobile-configs',
    ]) {
      const { body } = await api.call('GET', `/api${path}`, {
        token,
        query: { items_per_page: '100', ...query },
      });
      state[path] = JSON.parse(
        JSON.stringify(body.data.items, (key, value: unknown) => {
          if (key === 'chapters') return withoutIds(value as readonly Chapter[]);
          return ['updated_at', 'created_at', 'version'].includes(key) ? undefined : value;
        }),
      );
    }
    return state;
  }

  test('publish what the same changes by hand give, and roll back to the state before', {
    timeout: 120_000,
  }, async () => {
    const random = randomFrom(seed);
    const pick = pickerOf(random);
    expect(await stateOf(inOneStep)).toEqual(await stateOf(byHand));
    const before = await stateOf(inOneStep);
    const { body } = await send(inOneStep, { path: '/releases', json: { name: 'Random' } });
    const release = body.data as Release;
    const scope = { release: String(release.id) };
    const codes = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => `BK-00000${number}`);
    const someCodes = () => [...new Set([pick(codes), pick(codes), pick(codes)])];
    const kinds: readonly (() => Step)[] = [
      () => ({
        path: '/books/update',
        json: {
          id: 1 + random(7),
          name: `Renamed ${random(99)}`,
          description: `Text ${random(3)}`,
        },
      }),
      () => ({
        path: '/books/update',
        json: {
          id: 1 + random(7),
          author: { name: `Author ${random(5)}` },
          year: 1990 + random(5),
        },
      }),
      () => ({ path: '/books/update', json: { id: 1 + random(7), category_code: pick(['sea', '']) } }),
      () => ({
        path: '/books/create',
        json: { name: `New ${random(99)}`, author: { name: 'Author 1' } },
      }),
      () => ({ path: '/books/collections/update', json: { id: 1, book_codes: someCodes() } }),
      () => ({ path: '/books/collections/update', json: { id: 1, title: `Shelf ${random(9)}` } }),
      () => ({
        path: '/books/collections',
        json: { title: `Other shelf ${random(9)}`, description: 'D', book_codes: someCodes() },
      }),
      () => ({
        path: '/books/challenges/update',
        json: {
          id: 1,
          items: someCodes().map((book_code) => ({ book_code, is_featured: random(2) === 1 })),
        },
      }),
      () => ({
        path: '/series/update',
        json: { id: 1, books: someCodes().map((code) => ({ code, position: String(random(9)) })) },
      }),
      () => ({ method: 'PUT', path: '/books/categories/1', json: { name: `Sea ${random(9)}` } }),
      () => ({
        path: '/books/mobile-configs/update',
        json: {
          id: 1,
          config: [
            { title: `Block ${random(9)}`, type: 'books', data: [1 + random(6)] },
            { title: 'Shelves', type: 'collections', data: [1] },
          ],
        },
      }),
      () => ({ path: '/books/collections/delete', json: { id: 2 } }),
      () => ({
        method: 'PUT',
        path: `/books/${1 + random(7)}/content`,
        json: {
          chapters: Array.from({ length: random(3) }, () => ({
            name: `Chapter ${random(9)}`,
            text_items: [{ text: `Sentence ${random(9)}.` }],
          })),
        },
      }),
    ];
    for (let number = 0; number < steps; number++) {
      const step = pick(kinds)();
      const inReleaseResponse = await send(inOneStep, step, scope);
      const byHandResponse = await send(byHand, step);
      expect([
        number,
        step,
        inReleaseResponse.status,
        inReleaseResponse.body.message,
        inReleaseResponse.body.errors,
      ]).toEqual([
        number,
        step,
        byHandResponse.status,
        byHandResponse.body.message,
        byHandResponse.body.errors,
      ]);
      expect(await stateOf(inOneStep)).toEqual(before);
    }
    const after = await stateOf(byHand);
    expect(await stateOf(inOneStep, scope)).toEqual(after);
    const { body: listed } = await inOneStep.api.call('GET', `/api/releases/${release.id}/changes`, {
      token: inOneStep.token,
    });
    expect(listed.data.items.filter(({ problem }: { problem: unknown }) => problem)).toEqual([]);
    expect((await send(inOneStep, { path: `/releases/${release.id}/publish`, json: {} })).status).toBe(200);
    expect(await stateOf(inOneStep)).toEqual(after);
    const rollBackResponse = await send(inOneStep, { path: `/releases/${release.id}/roll-back`, json: {} });
    expect([rollBackResponse.status, rollBackResponse.body.message]).toEqual([
      200,
      'Release rolled back successfully',
    ]);
    expect(await stateOf(inOneStep)).toEqual(before);
  });

  test('keep what other users change, undo, delete and restore live', { timeout: 120_000 }, async () => {
    const random = randomFrom(seed);
    const pick = pickerOf(random);
    const { body } = await send(inOneStep, { path: '/releases', json: { name: 'Random' } });
    const release = body.data as Release;
    const scope = { release: String(release.id) };
    const someCodes = () =>
      [...new Set([1, 2, 3].map(() => 1 + random(5)))].map((number) => `BK-00000${number}`);
    // The steps change other fields than the live ones, or other records.
    const releaseSteps: readonly (() => Step)[] = [
      () => ({ path: '/books/update', json: { id: 1 + random(5), name: `Renamed ${random(99)}` } }),
      () => ({ path: '/books/update', json: { id: 1 + random(5), category_code: pick(['sea', '']) } }),
      () => ({ path: '/books/collections/update', json: { id: 1, book_codes: someCodes() } }),
      () => ({
        path: '/series/update',
        json: { id: 1, books: someCodes().map((code) => ({ code, position: String(random(9)) })) },
      }),
      () => ({
        path: '/books/challenges/update',
        json: { id: 1, items: someCodes().map((book_code) => ({ book_code })) },
      }),
      () => ({
        method: 'PUT',
        path: `/books/${1 + random(5)}/content`,
        json: { chapters: [{ name: `Chapter ${random(9)}`, text_items: [{ text: `Text ${random(9)}.` }] }] },
      }),
    ];
    const liveSteps: readonly (() => Step)[] = [
      () => ({
        path: '/books/update',
        json: { id: 1 + random(5), author: { name: `Author ${random(5)}` }, year: 1990 + random(9) },
      }),
      () => ({ path: '/books/update', json: { id: 1 + random(5), description: `Text ${random(9)}` } }),
      () => ({ path: '/books/collections/update', json: { id: 1, title: `Shelf ${random(9)}` } }),
      () => ({ path: '/books/challenges/update', json: { id: 1, title: `Days ${random(9)}` } }),
      () => ({ path: '/books/create', json: { name: `New ${random(99)}`, author: { name: 'Author 1' } } }),
      () => ({ method: 'DELETE', path: '/books/6', json: {} }),
    ];
    const queuedSteps: Step[] = [];
    for (let number = 0; number < steps; number++) {
      const step = pick(releaseSteps)();
      queuedSteps.push(step);
      expect([step, (await send(inOneStep, step, scope)).status]).toEqual([step, 200]);
      const liveStep = pick(liveSteps)();
      const isUndone = liveStep.method === 'DELETE' || random(3) === 0;
      const statuses: number[] = [];
      const writer = random(2);
      for (const product of [inOneStep, byHand]) {
        const user = { ...product, token: product.tokens[writer] ?? '' };
        const response = await send(user, liveStep);
        statuses.push(response.status);
        const entry = Number(response.headers['x-audit-log-entry']);
        // An update that changes nothing has no entry.
        if (isUndone && entry > 0)
          statuses.push((await send(user, { path: `/audit-log/${entry}/undo`, json: {} })).status);
      }
      expect([number, liveStep, statuses]).toEqual([number, liveStep, statuses.map(() => 200)]);
      expect(await stateOf(inOneStep)).toEqual(await stateOf(byHand));
    }
    const before = await stateOf(byHand);
    for (const step of queuedSteps) expect((await send(byHand, step)).status).toBe(200);
    const after = await stateOf(byHand);
    expect(await stateOf(inOneStep, scope)).toEqual(after);
    const publishResponse = await send(inOneStep, { path: `/releases/${release.id}/publish`, json: {} });
    expect([publishResponse.status, publishResponse.body.details]).toEqual([200, undefined]);
    expect(await stateOf(inOneStep)).toEqual(after);
    await send(inOneStep, { path: `/releases/${release.id}/roll-back`, json: {} });
    expect(await stateOf(inOneStep)).toEqual(before);
  });
});
