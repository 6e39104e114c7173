import { z } from 'zod';
import { hasIdInPath, type ItemOf, pathOf, type ResourceDeclaration } from '#contract/core/define-resource';
import { type Page, readItem, readPage } from '#contract/core/envelope';
import { ApiError } from './api-error.ts';
import type { ApiCall, ApiClient } from './client.ts';
import { complete } from './complete.ts';
import { carriesFile, type Query, toFormData } from './encode.ts';

export interface ReadOptions {
  readonly signal?: AbortSignal | undefined;
}

export interface WriteOptions extends ReadOptions {
  readonly onUploadProgress?: ((fraction: number) => void) | undefined;
  /** Told of the journal's entry that the write left. */
  readonly onEntry?: ((entry: number) => void) | undefined;
  /** One per opening of a dialog: a repeated create then gives the same record. */
  readonly idempotencyKey?: string | undefined;
}

export interface ItemRef {
  readonly id: number;
  readonly version?: number | undefined;
}

/** The five calls of a resource. Writes resolve to the saved item, or `undefined` when the answer carries none. */
export interface ResourceApi<Item> {
  list(query: Query, options?: ReadOptions): Promise<Page<Item>>;
  get(id: number, options?: ReadOptions): Promise<Item>;
  create(values: object, options?: WriteOptions): Promise<Item | undefined>;
  update(values: ItemRef, options?: WriteOptions): Promise<Item | undefined>;
  remove(item: ItemRef, options?: WriteOptions): Promise<void>;
}

export function createResourceApi<R extends ResourceDeclaration>(
  client: ApiClient,
  declaration: R,
): ResourceApi<ItemOf<R>> {
  type Item = ItemOf<R>;
  const { endpoints, encoding } = declaration;
  const readWhole = (answer: unknown): Item | undefined => {
    const item = readItem<Item>(answer);
    return item && (complete(declaration.item, item) as Item);
  };
  const bodyOf = (values: object): Pick<ApiCall, 'form' | 'json'> =>
    encoding === 'multipart' || carriesFile(values) ? { form: toFormData(values) } : { json: values };

  return {
    async list(query, { signal } = {}) {
      const { method, path } = endpoints.list;
      const page = readPage<Item>(await client.call({ method, path, query, signal }));
      return { ...page, items: complete(z.array(declaration.item), page.items) as Item[] };
    },
    async get(id, { signal } = {}) {
      const answer = await client.call({ method: 'GET', path: pathOf(endpoints.get, id), signal });
      const item = readWhole(answer);
      if (!item) throw new ApiError({ kind: 'http', status: 200 });
      return item;
    },
    async create(values, { signal, onUploadProgress, idempotencyKey, onEntry } = {}) {
      const { method, path } = endpoints.create;
      const headers = idempotencyKey === undefined ? undefined : { 'idempotency-key': idempotencyKey };
      const answer = await client.call({
        method,
        path,
        ...bodyOf(values),
        headers,
        signal,
        onUploadProgress,
        onEntry,
      });
      return readWhole(answer);
    },
    async update(values, { signal, onUploadProgress, onEntry } = {}) {
      const { method } = endpoints.update;
      const { id, ...rest } = values;
      const answer = await client.call({
        method,
        path: pathOf(endpoints.update, id),
        ...bodyOf(hasIdInPath(endpoints.update) ? rest : values),
        signal,
        onUploadProgress,
        onEntry,
      });
      return readWhole(answer);
    },
    async remove({ id }, { signal, onEntry } = {}) {
      const { method } = endpoints.remove;
      const body = hasIdInPath(endpoints.remove) ? {} : { json: { id } };
      await client.call({ method, path: pathOf(endpoints.remove, id), ...body, signal, onEntry });
    },
  };
}
