import { z } from 'zod';
import { type ItemOf, pathOf, type ResourceDeclaration } from '#contract/core/define-resource';
import { type Page, readPage } from '#contract/core/envelope';
import { ApiError } from './api-error.ts';
import type { ApiClient } from './client.ts';
import { complete } from './complete.ts';
import type { Query } from './encode.ts';
import { readRecord } from './resource-requests.ts';

export interface ReadOptions {
  readonly signal?: AbortSignal | undefined;
}

/** Reads the records of a resource. Writes use its slice. */
export interface ResourceReader<Item> {
  list(query: Query, options?: ReadOptions): Promise<Page<Item>>;
  get(id: number, options?: ReadOptions): Promise<Item>;
}

export function createResourceReader<R extends ResourceDeclaration>(
  client: ApiClient,
  declaration: R,
): ResourceReader<ItemOf<R>> {
  type Item = ItemOf<R>;
  const { endpoints } = declaration;
  return {
    async list(query, { signal } = {}) {
      const { method, path } = endpoints.list;
      const page = readPage<Item>(await client.call({ method, path, query, isInRelease: true, signal }));
      return { ...page, items: complete(z.array(declaration.item), page.items) as Item[] };
    },
    async get(id, { signal } = {}) {
      const path = pathOf(endpoints.get, id);
      const response = await client.call({ method: 'GET', path, isInRelease: true, signal });
      const item = readRecord(declaration, response);
      if (!item) throw new ApiError({ kind: 'http', status: 200 });
      return item;
    },
  };
}
