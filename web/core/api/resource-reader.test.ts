import { describe, expect, it } from 'vitest';
import { books } from '#contract/books/books';
import { createResourceReader } from './resource-reader.ts';

const respondingClient = (response: unknown) => ({
  call: () => Promise.resolve(response),
  listen: () => Promise.resolve(),
  download: () => Promise.reject(new Error('Not part of the test.')),
});

describe('createResourceReader', () => {
  it('reads a page in all supported formats', async () => {
    const reader = createResourceReader(
      respondingClient({ items: [{ id: 1 }], objects: { total: '7' } }),
      books,
    );
    expect(await reader.list({ page: 1 })).toMatchObject({ items: [{ id: 1 }], total: 7 });
  });

  it('rejects a read whose response has no record', async () => {
    const reader = createResourceReader(respondingClient({ data: null }), books);
    await expect(reader.get(1)).rejects.toMatchObject({ kind: 'http' });
  });
});
