import { createConfig, lintFromString } from '@redocly/openapi-core';
import { afterAll, expect, test } from 'vitest';
import { errorCodes } from '#contract/core/error-codes';
import { openSqliteApp } from '#server/testing/sqlite-app';
import { descriptions } from './descriptions.ts';
import type { JsonSchema } from './json-schema.ts';
import { operationsOf } from './openapi.ts';
import { renderReference } from './page/page.ts';

const api = await openSqliteApp();
const document = await api.readReference();

afterAll(() => api.close());

const calls = () => operationsOf(document).map((call) => ({ ...call, ...call.operation }));
const schemas = () => document.components.schemas;

test('has no linter errors or warnings', async () => {
  // IDs are numbers, so `/books/{id}/scans` and `/books/categories/{id}` are not ambiguous.
  const rules = { 'no-ambiguous-paths': 'off' } as const;
  const config = await createConfig({ extends: ['recommended-strict'], rules });
  const problems = await lintFromString({ source: JSON.stringify(document), config });
  expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
});

test('has a unique name, a summary and a described tag for every operation', () => {
  const names = calls().map(({ operationId }) => operationId);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toEqual(
    expect.arrayContaining(['listBooks', 'createSubCategory', 'deleteStoryBook', 'getFile']),
  );
  const chapters = document.tags.map(({ name }) => name);
  for (const { operationId, summary, tags } of calls()) {
    expect(summary, operationId).not.toBe('');
    expect(chapters, operationId).toContain(tags[0]);
  }
});

test('describes every operation beyond its schemas, and has no unused descriptions', () => {
  const operationIds = new Set(calls().map(({ operationId }) => operationId));
  expect(Object.keys(descriptions).filter((name) => !operationIds.has(name))).toEqual([]);
  for (const { operationId, description = '' } of calls()) {
    const access =
      /(Needs (the permission|one of the permissions) `.*`|Takes no API token|A session needs .*)\.$/gm;
    const own = description.replaceAll(access, '').trim();
    if (!/^(checkLiveness)$/.test(operationId)) expect(own, operationId).toMatch(/\.$/);
  }
});

test('lists every error code with its status and cause', () => {
  const lines = document.info.description.split('\n');
  for (const [code, { status, when }] of Object.entries(errorCodes))
    expect(lines).toContain(`- \`${code}\` (${status}): ${when}`);
});

test('describes every parameter and every field', () => {
  const silent = calls().flatMap(({ operationId, parameters = [] }) =>
    parameters.filter(({ description }) => !description).map(({ name }) => `${operationId} ${name}`),
  );
  const walk = (path: string, { properties = {}, items, anyOf = [], oneOf = [] }: JsonSchema): void => {
    for (const [key, field] of Object.entries(properties)) {
      if (!field.description && !field.$ref && !('const' in field)) silent.push(`${path}.${key}`);
      walk(`${path}.${key}`, field);
    }
    for (const child of [...(items ? [items] : []), ...anyOf, ...oneOf]) walk(path, child);
  };
  for (const [name, schema] of Object.entries(schemas())) walk(name, schema);
  expect(silent).toEqual([]);
});

test('states a limit for every query parameter', () => {
  const hasLimit = (schema: JsonSchema): boolean => {
    const name = schema.$ref?.split('/').at(-1);
    const { type, anyOf, ...rest } = name === undefined ? schema : (schemas()[name] ?? {});
    if (anyOf) return anyOf.every(hasLimit);
    const keys = ['enum', 'const', 'format', 'maxLength', 'maximum', 'maxItems', 'maxProperties'];
    return type === 'boolean' || keys.some((key) => key in rest);
  };
  const unlimitedParameters = calls().flatMap(({ operationId, parameters = [] }) =>
    parameters
      .filter((parameter) => parameter.in === 'query' && !hasLimit(parameter.schema))
      .map(({ name }) => `${operationId} ${name}`),
  );
  expect(unlimitedParameters).toEqual([]);
});

test('contains no safe-integer bounds, no closed responses and no unused schemas', () => {
  const text = JSON.stringify(document);
  expect(text).not.toMatch(/9007199254740991|"additionalProperties":false|"\$schema"/);
  for (const name of Object.keys(schemas())) expect(text).toContain(`"#/components/schemas/${name}"`);
});

test('lists the common errors of every operation', () => {
  for (const { operationId, method, responses, security } of calls()) {
    expect(Object.keys(responses), operationId).toEqual(expect.arrayContaining(['500']));
    if (method === 'post') expect(responses, operationId).toMatchObject({ 503: {}, 507: {} });
    if (security.length > 0) expect(responses, operationId).toHaveProperty('401');
  }
  expect(document.components.responses).toMatchObject({
    TooMany: { headers: { 'retry-after': {} } },
    Unavailable: { headers: { 'retry-after': {} } },
  });
});

test('describes a home screen block as a union by type, each type with its data', () => {
  const { BlockInput, OneCollectionBlockInput, ListCollectionBlockInput } = schemas();
  expect(BlockInput).toMatchObject({
    discriminator: {
      propertyName: 'type',
      mapping: { one_collection: '#/components/schemas/OneCollectionBlockInput' },
    },
  });
  expect(OneCollectionBlockInput?.properties?.['data']?.required).toEqual(['id']);
  expect(ListCollectionBlockInput?.properties?.['data']?.required).toEqual(['items']);
});

test('describes objects and lists in the notation of forms', () => {
  const { BookCreateForm, CollectionCreateForm, ChallengeCreateForm } = schemas();
  expect(Object.keys(BookCreateForm?.properties ?? {})).toEqual(
    expect.arrayContaining(['author[id]', 'author[name]', 'image', 'audio']),
  );
  expect(CollectionCreateForm?.properties?.['book_codes[]']?.items).toMatchObject({ type: 'string' });
  expect(ChallengeCreateForm?.required).toContain('items[]');
  const form = document.paths['/books/challenges']?.post?.requestBody?.content['multipart/form-data'];
  expect(form?.encoding).toMatchObject({ 'items[]': { contentType: 'application/json' } });
});

test('describes entity tags, compression and cross-origin headers', () => {
  const { paths, components } = document;
  const operation = paths['/books/{id}']?.get;
  expect(operation?.parameters?.map(({ name }) => name)).toContain('If-None-Match');
  for (const status of ['200', '304'])
    expect(operation?.responses[status]).toMatchObject({
      headers: { etag: {}, 'cache-control': {}, vary: {} },
    });
  expect(operation?.responses['200']).toMatchObject({ headers: { 'content-encoding': {} } });
  expect(components.headers['ContentEncoding']).toMatchObject({ schema: { enum: ['br', 'gzip'] } });
  expect(paths['/books/list']?.get?.responses).not.toHaveProperty('304');
  expect(paths['/mobile/home']?.get?.responses['200']).toMatchObject({
    headers: { 'access-control-allow-origin': {}, 'access-control-expose-headers': {} },
  });
});

test('describes the effect of an absent file in a form', () => {
  const { BookCreateForm, BookUpdateForm } = schemas();
  expect(BookCreateForm?.properties?.['audio']?.description).toContain('Absent: none.');
  expect(BookUpdateForm?.properties?.['audio']?.description).toContain('unless `remove_audio` is true');
});

test('renders landmarks with unique names and elements with unique IDs', () => {
  const page = renderReference(document);
  const labels = [...page.matchAll(/<section[^>]* aria-labelledby="([^"]+)"/g)].map(([, id = '']) => id);
  const names = labels.map((id) => new RegExp(`id="${id}">([^<]+)<`).exec(page)?.[1]);
  expect(names).toContain('Session');
  expect(new Set(names).size).toBe(names.length);
  expect(page).not.toContain('role="region"');
  const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
});
