import { pathOf } from '#contract/core/define-resource';
import { isRecord, type Page, readItem, readPage } from '#contract/core/envelope';
import type { ImportProposal, ImportSummary } from '#contract/imports/import-proposal';
import {
  type ImportAccept,
  type ImportComparison,
  importCounts,
  type ImportCreate,
  importEndpoints as endpoints,
  type ImportUpdate,
} from '#contract/imports/imports';
import type { Book } from '#contract/books/books';
import type { z } from 'zod';
import { type ApiClient, readData, readObject } from './client.ts';
import type { Query } from './encode.ts';
import type { ReadOptions } from './resource-reader.ts';

export type ImportCounts = z.infer<typeof importCounts>;

export interface ImportPage extends Page<ImportSummary> {
  /** Undefined if the response contains no counts. */
  readonly counts: ImportCounts | undefined;
}

export interface AcceptedReady {
  readonly accepted: number;
  readonly remaining: number;
  readonly failed: readonly { readonly id: number; readonly name: string; readonly message: string }[];
}

export interface ProposalText {
  readonly position: number;
  readonly text: string;
}

/** The fields of an update without the ID. */
export type ProposalChanges = Omit<ImportUpdate, 'id'>;

const TEXTS_PAGE_SIZE = 50;

/** Returns the functions for imports. */
export function createImportsApi(client: ApiClient) {
  return {
    async list(query: Query, { signal }: ReadOptions = {}): Promise<ImportPage> {
      const response = await client.call({ ...endpoints.list, query, signal });
      const data = readData(response);
      const counts = importCounts.safeParse(isRecord(data) ? data['counts'] : undefined);
      return { ...readPage<ImportSummary>(response), counts: counts.data };
    },
    async get(id: number, { signal }: ReadOptions = {}): Promise<ImportProposal> {
      return readObject(await client.call({ method: 'GET', path: pathOf(endpoints.get, id), signal }));
    },
    /**
     * Creates imports from uploads.
     * @returns the first import, or undefined if the response contains none
     */
    async create(values: ImportCreate, idempotencyKey: string): Promise<ImportSummary | undefined> {
      const headers = { 'idempotency-key': idempotencyKey };
      return readItem<ImportSummary>(await client.call({ ...endpoints.create, json: values, headers }));
    },
    async update(id: number, changes: ProposalChanges): Promise<ImportProposal> {
      const path = pathOf(endpoints.update, id);
      return readObject(await client.call({ method: 'PUT', path, json: changes }));
    },
    /**
     * Adds an import to the catalogue.
     * @returns the created or updated book
     */
    async accept(id: number, values: Omit<ImportAccept, 'id'>, idempotencyKey: string): Promise<Book> {
      const headers = { 'idempotency-key': idempotencyKey };
      const path = pathOf(endpoints.accept, id);
      return readObject(await client.call({ method: 'POST', path, json: values, headers }));
    },
    async acceptReady(batchId: number | undefined): Promise<AcceptedReady> {
      return readObject(await client.call({ ...endpoints.acceptReady, json: { batch_id: batchId } }));
    },
    async compare(id: number, bookId: number, { signal }: ReadOptions = {}): Promise<ImportComparison> {
      const path = pathOf(endpoints.compare, id);
      return readObject(await client.call({ method: 'GET', path, query: { book_id: bookId }, signal }));
    },
    textsPageSize: TEXTS_PAGE_SIZE,
    /** Reads a page of the items of one text of an import proposal. */
    async texts(
      id: number,
      {
        text,
        page,
        options: { signal } = {},
      }: { readonly text: number; readonly page: number; readonly options?: ReadOptions | undefined },
    ): Promise<Page<ProposalText>> {
      const path = pathOf(endpoints.texts, id);
      const query = { chapter: text, page, items_per_page: TEXTS_PAGE_SIZE };
      return readPage<ProposalText>(await client.call({ method: 'GET', path, query, signal }));
    },
    async retry(id: number): Promise<void> {
      await client.call({ method: 'POST', path: pathOf(endpoints.retry, id) });
    },
    async remove(id: number): Promise<void> {
      await client.call({ method: 'DELETE', path: pathOf(endpoints.remove, id) });
    },
  };
}
