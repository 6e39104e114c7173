import { describe, expect, it } from 'vitest';
import { books } from '#contract/books/books';
import { categories } from '#contract/categories/categories';
import { challenges } from '#contract/challenges/challenges';
import { createRequest, readRecord, removeRequest, updateRequest } from './resource-requests.ts';

describe('resource requests', () => {
  it('put an ID into the path and omit it from the body', () => {
    expect(updateRequest(categories, { id: 4, version: 2 })).toMatchObject({
      method: 'PUT',
      path: '/books/categories/4',
      json: { version: 2 },
    });
    expect(updateRequest(categories, { id: 4, version: 2 }).json).not.toHaveProperty('id');
  });

  it('put an ID into the form when the path has none', () => {
    const request = updateRequest(books, { id: 4, version: 2 });
    expect(request.path).toBe('/books/update');
    expect([...(request.form?.entries() ?? [])]).toEqual([
      ['id', '4'],
      ['version', '2'],
    ]);
  });

  it('send a form instead of JSON when a value is a file', () => {
    const values = { id: 4, name: 'Poetry', image: new File(['x'], 'poetry.png') };
    const request = updateRequest(categories, values);
    expect([...(request.form?.keys() ?? [])]).toEqual(['name', 'image']);
    expect(request.json).toBeUndefined();
  });

  it('send an idempotency key with a create', () => {
    expect(createRequest(books, { name: 'Moby' }, { idempotencyKey: 'k-1' })).toMatchObject({
      path: '/books/create',
      headers: { 'idempotency-key': 'k-1' },
    });
  });

  it.each([
    [books, { method: 'DELETE', path: '/books/9' }],
    [challenges, { method: 'POST', path: '/books/challenges/delete', json: { id: 9 } }],
  ])('delete with the declared request', (declaration, expected) => {
    expect(removeRequest(declaration, { id: 9, version: 1 })).toMatchObject(expected);
  });
});

it('read the record of a response, and none of an empty one', () => {
  expect(readRecord(categories, { data: { id: 4, name: 'Poetry' } })).toMatchObject({ id: 4 });
  expect(readRecord(books, {})).toBeUndefined();
});
