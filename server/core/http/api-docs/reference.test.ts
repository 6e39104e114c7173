import { expect, test } from 'vitest';
import { books } from '#contract/books/books';
import { categories } from '#contract/categories/categories';
import { collections } from '#contract/collections/collections';
import type { ResourceService } from '#server/core/resource/resource-service';
import { storyBookRoutes } from '#server/features/story-books/story-books.routes';
import type { JsonSchema } from './json-schema.ts';
import { describeApi, type OpenApiDocument, operationsOf, responseOf } from './openapi.ts';
import { renderReference } from './page/page.ts';
import { accessOf, readIfMatch, resourceRoutes } from '../resource.routes.ts';

const unusedService = {} as ResourceService<never, never, never, never>;
const document = describeApi(resourceRoutes(books, unusedService as never), 'A & B', '1.2.3');

const resolve = ({ components }: OpenApiDocument, schema: JsonSchema | undefined): JsonSchema =>
  components.schemas[schema?.$ref?.replace(/.*\//, '') ?? ''] ?? {};

test('describes every operation of a declared resource under its served path', () => {
  const calls = operationsOf(document)
    .filter(({ operation }) => operation.tags[0] === 'books')
    .map(({ method, path }) => `${method} ${path}`);
  expect(calls.toSorted()).toEqual([
    'delete /books/{id}',
    'get /books/list',
    'get /books/{id}',
    'get /books/{id}/export',
    'get /books/{id}/proofing.csv',
    'post /books/create',
    'post /books/update',
  ]);
});

test('contains filters, files, permission and errors', () => {
  const list = document.paths['/books/list']?.['get'];
  expect(list?.parameters?.map((parameter) => parameter.name)).toEqual(
    expect.arrayContaining([
      'page',
      'items_per_page',
      'search',
      'q',
      'language',
      'is_backup',
      'with_chapters',
    ]),
  );
  const create = document.paths['/books/create']?.['post'];
  expect(create?.description).toContain('books:edit');
  const form = resolve(document, create?.requestBody?.content['multipart/form-data']?.schema);
  expect(Object.keys(form.properties ?? {})).toEqual(
    expect.arrayContaining(['name', 'author[name]', 'image', 'audio']),
  );
  expect(form.required).toEqual(['name']);
  expect(Object.keys(create?.responses ?? {})).toEqual(
    expect.arrayContaining(['200', '401', '403', '409', '413', '415', '422']),
  );
});

test('describes a JSON body with a file as a form too', () => {
  const apiDocument = describeApi(resourceRoutes(categories, unusedService as never), 'A', '1');
  const content = apiDocument.paths['/books/categories']?.post?.requestBody?.content ?? {};
  const fieldsOf = (type: string) =>
    Object.keys(resolve(apiDocument, content[type]?.schema).properties ?? {});
  expect(fieldsOf('application/json')).toEqual(['name', 'code', 'default_subjects']);
  expect(fieldsOf('multipart/form-data')).toEqual(['name', 'code', 'default_subjects', 'image']);
});

test('lists 404 for an operation with the ID in the body', () => {
  const { paths } = describeApi(resourceRoutes(collections, unusedService as never), 'A', '1');
  for (const verb of ['update', 'delete'])
    expect(paths[`/books/collections/${verb}`]?.['post']?.responses).toHaveProperty('404');
});

test('describes the negative response beside the positive one', () => {
  const apiDocument = describeApi(storyBookRoutes(unusedService as never), 'A', '1');
  const operation = apiDocument.paths['/books/validate-item']?.post;
  const ok = responseOf(apiDocument, operation?.responses['200'] ?? { description: '' });
  expect(ok.description).toContain('`success: false`');
  const schema = ok.content?.['application/json']?.schema;
  expect(schema).toMatchObject({
    anyOf: [
      { properties: { data: { properties: { book_name: { type: 'string' } } } } },
      { $ref: '#/components/schemas/NegativeResponse' },
    ],
  });
  expect(Object.keys(operation?.responses ?? {})).toEqual(expect.arrayContaining(['200', '401', '422']));
});

test('renders every operation and escapes text', () => {
  const page = renderReference(document);
  expect(page).toContain('A &#38; B API');
  expect(page).toContain('/api/books/create');
  expect(page).not.toMatch(/<script(?! type="module" src="\/api\/docs\/reference.js">)|style="|onclick/);
});

test('derives the permission from the verb', () => {
  expect(accessOf(books, 'list')).toBe('session');
  expect(accessOf(books, 'create')).toBe('books:edit');
  expect(accessOf(books, 'update')).toBe('books:edit');
  expect(accessOf(books, 'remove')).toBe('books:delete');
});

test.each([
  ['3', [3]],
  ['"3"', [3]],
  ['W/"3"', [3]],
  ['"3-Zm9v_-"', [3]],
  ['*', undefined],
  ['"abc"', [0]],
  ['99999999999', [0]],
  ['"1", "2"', [1, 2]],
  ['"1", "abc",W/"3"', [1, 0, 3]],
  [undefined, undefined],
])('If-Match %s', (header, versions) => expect(readIfMatch(header)).toEqual(versions));
