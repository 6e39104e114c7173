import {
  type BulkChange,
  bulkEndpoints,
  type BulkPreview,
  type BulkRequest,
  type StartedBulk,
} from '#contract/bulk/bulk';
import { pathOf } from '#contract/core/define-resource';
import { type ApiClient, readObject } from './client.ts';
import type { ReadOptions } from './resource-reader.ts';

/** The body of a bulk edit. Its filter is the query of the list of books. */
export type BulkOrder = Omit<BulkRequest, 'filter'> & {
  readonly filter?: Readonly<Record<string, string>> | undefined;
};

/** Returns the functions for bulk edits. */
export function createBulkApi(client: ApiClient) {
  return {
    async preview(order: BulkOrder, { signal }: ReadOptions = {}): Promise<BulkPreview> {
      return readObject(
        await client.call({ ...bulkEndpoints.preview, json: order, isInRelease: true, signal }),
      );
    },
    /** Starts a bulk edit. A repeated request with the same key starts no second one. */
    async start(order: BulkOrder, idempotencyKey: string): Promise<StartedBulk> {
      const headers = { 'idempotency-key': idempotencyKey };
      return readObject(
        await client.call({ ...bulkEndpoints.apply, json: order, isInRelease: true, headers }),
      );
    },
    async get(id: number): Promise<BulkChange> {
      return readObject(await client.call({ method: 'GET', path: pathOf(bulkEndpoints.get, id) }));
    },
    /** @param isInRelease true if the bulk edit was saved into the release in which the user works */
    async undo(id: number, isInRelease = false): Promise<StartedBulk> {
      const { method } = bulkEndpoints.undo;
      return readObject(await client.call({ method, path: pathOf(bulkEndpoints.undo, id), isInRelease }));
    },
  };
}
