import {
  type BulkChange,
  bulkEndpoints,
  type BulkPreview,
  type BulkRequest,
  type StartedBulk,
} from '#contract/bulk/bulk';
import { pathOf } from '#contract/core/define-resource';
import { isRecord } from '#contract/core/envelope';
import { ApiError } from './api-error.ts';
import { type ApiClient, readData } from './client.ts';
import type { ReadOptions } from './resource-reader.ts';

/** The body of a bulk edit. Its filter is the query of the list of books. */
export type BulkOrder = Omit<BulkRequest, 'filter'> & {
  readonly filter?: Readonly<Record<string, string>> | undefined;
};

const parseComplete = <Value>(response: unknown): Value => {
  const data = readData(response);
  if (!isRecord(data)) throw new ApiError({ kind: 'http', status: 200 });
  return data as Value;
};

/** Returns the functions for bulk edits. */
export function createBulkApi(client: ApiClient) {
  return {
    async preview(order: BulkOrder, { signal }: ReadOptions = {}): Promise<BulkPreview> {
      return parseComplete(await client.call({ ...bulkEndpoints.plan, json: order, signal }));
    },
    /** Starts a bulk edit. A repeated request with the same key starts no second one. */
    async start(order: BulkOrder, idempotencyKey: string): Promise<StartedBulk> {
      const headers = { 'idempotency-key': idempotencyKey };
      return parseComplete(await client.call({ ...bulkEndpoints.apply, json: order, headers }));
    },
    async get(id: number): Promise<BulkChange> {
      return parseComplete(await client.call({ method: 'GET', path: pathOf(bulkEndpoints.get, id) }));
    },
    async undo(id: number): Promise<StartedBulk> {
      const { method } = bulkEndpoints.undo;
      return parseComplete(await client.call({ method, path: pathOf(bulkEndpoints.undo, id) }));
    },
  };
}
