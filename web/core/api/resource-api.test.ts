import { describe, expect, it, vi } from 'vitest';
import { books } from '#contract/books/books';
import { categories } from '#contract/categories/categories';
import { challenges } from '#contract/challenges/challenges';
import type { ApiCall } from './client.ts';
import { createResourceApi } from './resource-api.ts';

const answered = (answer: unknown) => {
  const call = vi.fn<(call: ApiCall) => Promise<unknown>>().mockResolvedValue(answer);
  return {
    call,
    listen: () => Promise.resolve(),
    download: () => Promise.reject(new Error('Nobody asks for it.')),
    sent: () => call.mock.calls[0]?.[0],
  };
};

describe('createResourceApi', () => {
  it('reads a page in any of the known shapes', async () => {
    const api = createResourceApi(answered({ items: [{ id: 1 }], objects: { total: '7' } }), books);
    expect(await api.list({ page: 1 })).toMatchObject({ items: [{ id: 1 }], total: 7 });
  });

  it('puts an id into the path and leaves it out of the body', async () => {
    const client = answered({ data: { id: 4, name: 'Poetry' } });
    expect(await createResourceApi(client, categories).update({ id: 4, version: 2 })).toMatchObject({
      id: 4,
    });
    expect(client.sent()).toMatchObject({
      method: 'PUT',
      path: '/books/categories/4',
      json: { version: 2 },
    });
  });

  it('puts an id into the form where the path has no place for it', async () => {
    const client = answered({});
    expect(await createResourceApi(client, books).update({ id: 4, version: 2 })).toBeUndefined();
    expect(client.sent()?.path).toBe('/books/update');
    expect([...(client.sent()?.form?.entries() ?? [])]).toEqual([
      ['id', '4'],
      ['version', '2'],
    ]);
  });

  it('sends a form in place of JSON when a file goes along', async () => {
    const client = answered({});
    const values = { id: 4, name: 'Poetry', image: new File(['x'], 'poetry.png') };
    await createResourceApi(client, categories).update(values);
    expect([...(client.sent()?.form?.keys() ?? [])]).toEqual(['name', 'image']);
    expect(client.sent()?.json).toBeUndefined();
  });

  it('marks a create, so that it can be repeated', async () => {
    const client = answered({});
    await createResourceApi(client, books).create({ name: 'Moby' }, { idempotencyKey: 'k-1' });
    expect(client.sent()).toMatchObject({ path: '/books/create', headers: { 'idempotency-key': 'k-1' } });
  });

  it.each([
    [books, { method: 'DELETE', path: '/books/9' }],
    [challenges, { method: 'POST', path: '/books/challenges/delete', json: { id: 9 } }],
  ])('deletes as declared', async (declaration, expected) => {
    const client = answered({});
    await createResourceApi(client, declaration as typeof books).remove({ id: 9, version: 1 });
    expect(client.sent()).toMatchObject(expected);
  });

  it('refuses a read that brings no record', async () => {
    await expect(createResourceApi(answered({ data: null }), books).get(1)).rejects.toMatchObject({
      kind: 'http',
    });
  });
});
