import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allPermissions } from '#contract/core/permissions';
import { openSqliteApp } from '#server/testing/sqlite-app';
import { contextWith } from '#server/testing/factories';
import type { JsonSchema } from './json-schema.ts';
import { operationsOf } from './openapi.ts';
import { seed } from '#server/testing/seed';

/* Requests that the reference allows are accepted. */

const api = await openSqliteApp();
const document = await api.readReference();
const token = await api.tokenFor(allPermissions);

/** Valid values by key name. A schema does not contain which records exist, check digits, or limits between two fields. */
const existing: Readonly<Record<string, readonly unknown[]>> = {
  id: [1],
  book_code: ['BK-000001'],
  book_codes: ['BK-000001', 'BK-000002'],
  chapter_code: ['CH-01'],
  text_item_code: ['T-01'],
  category_code: ['shelf'],
  sub_category_code: ['corner'],
  edition_of: ['', 'BK-000002'],
  publisher: ['', 'Kept'],
  imprint: ['', 'Kept line'],
  sample: [''],
  gtin: ['', '4006381333931'],
  doi: ['', '10.1000/182'],
  other_identifiers: ['', 'ASIN: B07H4T2QK1'],
  original_language: ['', 'fr'],
  subjects: ['', []],
  default_subjects: ['', []],
  rights: ['', 'DE AT', [{ territories: ['WORLD'], except: ['US'] }]],
  age_from: [0, 6],
  age_to: [0, 6, 120],
  release: [1],
  time_zone: ['Europe/Istanbul', 'UTC'],
};
/** Excluded fields: a version can conflict, a custom code or an ISBN is unique, and an audio upload must exist and be complete. */
const omittedNames = new Set(['version', 'code', 'isbn', 'localized_texts', 'audio_upload']);

beforeAll(async () => {
  const send = async (path: string, json: object) => {
    const response = await api.call('POST', `/api${path}`, { token, json });
    expect(response.status, response.text).toBe(200);
  };
  await send('/books/categories', { name: 'Shelf' });
  await send('/books/sub-categories', { name: 'Corner', category_code: 'shelf' });
  for (const name of ['One', 'Two']) await send('/books/create', { name });
  await api.services.books.replaceChapters(
    1,
    [{ name: 'A', duration: 1, text_items: [{ text: 'It began.' }] }],
    contextWith(),
  );
  await send('/books/collections', { title: 'Kept' });
  await send('/series/create', { title: 'Kept' });
  await send('/publishers/create', { name: 'Kept', imprints: [{ name: 'Kept line' }] });
  await send('/books/story-books', { title: 'Kept' });
  const items = [{ book_code: 'BK-000001' }];
  await send('/books/challenges', { title: 'Kept', description: 'd', day_count: 1, items });
  await send('/books/mobile-configs', { title: 'Kept' });
  await send('/releases', { name: 'Kept' });
});
afterAll(() => api.close());

const resolve = (schema: JsonSchema): JsonSchema =>
  schema.$ref ? (document.components.schemas[schema.$ref.replace(/.*\//, '')] ?? {}) : schema;

/** Generates values that a schema allows. */
function valuesOf(schema: JsonSchema, key = ''): fc.Arbitrary<unknown> {
  const { type, properties, required = [], items, anyOf, oneOf, ...rest } = resolve(schema);
  const existingValues = existing[key];
  if (existingValues && type !== 'array') return fc.constantFrom(...existingValues);
  const options = anyOf ?? oneOf;
  if (options) return fc.oneof(...options.map((option) => valuesOf(option, key)));
  if ('const' in rest) return fc.constant(rest['const']);
  if (Array.isArray(rest['enum'])) return fc.constantFrom(...(rest['enum'] as unknown[]));
  const { minimum = 0, maximum = 1_000, minItems = 0 } = rest as Readonly<Record<string, number | undefined>>;
  if (type === 'boolean') return fc.boolean();
  if (type === 'integer') return fc.integer({ min: minimum, max: Math.min(maximum, 2_147_483_647) });
  if (type === 'array') {
    const entry = existingValues ? fc.constantFrom(...existingValues) : valuesOf(items ?? {});
    // A challenge rejects duplicate books, so a required list has one entry.
    return fc.array(entry, { minLength: minItems, maxLength: minItems > 0 ? 1 : 3 });
  }
  if (properties) {
    const fields = Object.entries(properties).filter(([name]) => !omittedNames.has(name));
    return fc.record(Object.fromEntries(fields.map(([name, field]) => [name, valuesOf(field, name)])), {
      requiredKeys: required.filter((name) => !omittedNames.has(name)),
    });
  }
  // Its keys are those of custom fields, of which there are none.
  if (type === 'object') return fc.constant({});
  if (rest['format'] === 'date')
    return fc
      .date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
  const text = fc.string({ unit: 'grapheme', maxLength: 60 });
  return rest['pattern'] === undefined ? text : text.map((value) => `x${value}`);
}

const writes = [
  'books',
  'categories',
  'sub-categories',
  'collections',
  'story-books',
  'challenges',
  'mobile-configs',
];

test.each(writes)(
  'accepts every body that the reference allows for %s',
  { timeout: 120_000 },
  async (tag) => {
    const calls = operationsOf(document).filter(
      // A contributor has a unique name, and is deleted with the last book.
      ({ operation }) =>
        operation.tags[0] === tag && /^(create|update(?!Contributor)|validate)/.test(operation.operationId),
    );
    expect(calls.length).toBeGreaterThan(1);
    for (const { method, path, operation } of calls) {
      const schema = operation.requestBody?.content['application/json']?.schema ?? {};
      await fc.assert(
        fc.asyncProperty(valuesOf(schema), async (body) => {
          const verb = method === 'put' ? 'PUT' : 'POST';
          const json = body as object;
          const response = await api.call(verb, `/api${path.replace('{id}', '1')}`, { token, json });
          expect(response.status, response.text).toBe(200);
        }),
        { seed, numRuns: 30 },
      );
    }
  },
);

test('accepts every query that the reference allows', { timeout: 120_000 }, async () => {
  for (const { method, path, operation } of operationsOf(document)) {
    if (method !== 'get' || path.includes('{') || path === '/mobile/home') continue;
    const parameters = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query');
    const values = parameters.map(({ name, schema }) => [name, valuesOf(schema, name)] as const);
    const requiredKeys = parameters.filter(({ required }) => required).map(({ name }) => name);
    await fc.assert(
      fc.asyncProperty(fc.record(Object.fromEntries(values), { requiredKeys }), async (input) => {
        const query = Object.fromEntries(Object.entries(input).map(([name, value]) => [name, String(value)]));
        const response = await api.call('GET', `/api${path}`, { token, query });
        expect(response.status, response.text).toBe(path === '/health/ready' ? response.status : 200);
      }),
      { seed, numRuns: 20 },
    );
  }
});
