import { fastify } from 'fastify';
import { expect, test, vi } from 'vitest';
import type { z } from 'zod';
import { books } from '#contract/books/books';
import { resourceRoutes } from '#server/core/http/resource.routes';
import { firstBookLists } from '#server/features/books/first-book-lists';
import { warmUp } from './warm-up.ts';

test('reads lists of books that the API accepts', async () => {
  const list = vi.fn<(query: unknown) => Promise<object>>(async () => ({ items: [], total: 0 }));
  const service = { list } as unknown as Parameters<typeof resourceRoutes<typeof books>>[1];
  const [route] = resourceRoutes(books, service, firstBookLists);
  const schema: z.ZodType | undefined = route?.query;
  for (const query of route?.warmUp?.queries ?? []) await route?.warmUp?.read(schema?.parse(query));
  expect(list).toHaveBeenCalledTimes(6);
  expect(list).toHaveBeenNthCalledWith(2, expect.objectContaining({ page: 1, with_chapters: false }));
  expect(list).toHaveBeenNthCalledWith(3, expect.objectContaining({ page: 2 }));
  expect(list).toHaveBeenNthCalledWith(4, expect.objectContaining({ language: 'en' }));
  expect(list).toHaveBeenNthCalledWith(5, expect.objectContaining({ category_id: 1 }));
  expect(list).toHaveBeenNthCalledWith(6, expect.objectContaining({ sort: 'asc' }));
});

test('continues after an error, and waits no longer than a second', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  const app = fastify();
  const warn = vi.spyOn(app.log, 'warn');
  const reads: string[] = [];
  const slow = () => new Promise<void>((resolve) => setTimeout(resolve, 5_000));
  const read = async () => void reads.push('read');
  const failingRead = () => Promise.reject(new Error('broken'));
  const onError = vi.fn<(error: unknown) => void>();
  await warmUp(app, [read, failingRead, read], onError);
  expect(reads).toEqual(['read']);
  expect(warn).toHaveBeenCalledOnce();
  expect(onError).toHaveBeenCalledExactlyOnceWith(new Error('broken'));
  const isDone = vi.fn<() => void>();
  void warmUp(app, [read, slow, read], onError).then(isDone);
  await vi.waitFor(() => expect(reads).toHaveLength(2));
  await vi.advanceTimersByTimeAsync(6_000);
  expect(isDone).toHaveBeenCalledOnce();
  expect(reads).toHaveLength(2);
  vi.useRealTimers();
  await app.close();
});
