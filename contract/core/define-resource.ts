import type { z } from 'zod';
import type { ResourceMessages } from './messages.ts';
import type { ResourceName } from './permissions.ts';

/** A route of the API. `path` is relative to /api. It contains `:id` if the ID is part of the path. Otherwise the body contains the ID. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
}

export interface ApiItem {
  id: number;
  version?: number | undefined;
}

/** Parameters of every list query after parsing. A resource adds its own filters. */
export interface ListQuery {
  page: number;
  items_per_page: number;
  search: string;
}

/** Options of a request for one record. */
export interface ReadQuery {
  tracks?: 'files' | undefined;
}

/** A list in a record that can have very many entries. It has a key, the schema of an entry, and an inner list that also counts. */
export interface LongList {
  readonly key: string;
  readonly inner: string;
  readonly entry: z.ZodType;
}

/**
 * The declaration of a resource as data. Server routes, client functions, the slice of the store, the API reference and the common tests
 * are derived from it. Derived code never branches on `name`.
 */
export interface ResourceDeclaration<
  Item extends z.ZodType<ApiItem> = z.ZodType<ApiItem>,
  Query extends z.ZodType<ListQuery> = z.ZodType<ListQuery>,
  Create extends z.ZodType<object> = z.ZodType<object>,
  Update extends z.ZodType<{ id: number; version?: number | undefined }> = z.ZodType<{
    id: number;
    version?: number | undefined;
  }>,
> {
  readonly name: ResourceName;
  /** Noun for messages: "book", "books". */
  readonly singular: string;
  readonly plural: string;
  readonly item: Item;
  readonly longList?: LongList;
  readonly query: Query;
  /** The query of the request for one record. */
  readonly readQuery?: z.ZodType<ReadQuery>;
  readonly create: Create;
  readonly update: Update;
  readonly endpoints: {
    readonly list: Endpoint;
    readonly get: Endpoint;
    readonly create: Endpoint;
    readonly update: Endpoint;
    readonly remove: Endpoint;
  };
  /** Encoding that the client uses for create and update. The server reads both. */
  readonly encoding: 'json' | 'multipart';
  /** File parts by field name. */
  readonly files: Readonly<Record<string, 'image' | 'audio'>>;
  /** For a file field: the key that names an upload instead, used for large files. */
  readonly uploads?: Readonly<Record<string, string>>;
  /** True if a create or delete changes the client's total (section 4: not for categories and sub-categories). */
  readonly totalFollowsWrites: boolean;
  readonly messages: ResourceMessages;
}

export type ItemOf<R extends ResourceDeclaration> = z.output<R['item']>;
export type QueryOf<R extends ResourceDeclaration> = z.output<R['query']>;
export type CreateOf<R extends ResourceDeclaration> = z.output<R['create']>;
export type UpdateOf<R extends ResourceDeclaration> = z.output<R['update']>;

export function defineResource<
  Item extends z.ZodType<ApiItem>,
  Query extends z.ZodType<ListQuery>,
  Create extends z.ZodType<object>,
  Update extends z.ZodType<{ id: number; version?: number | undefined }>,
>(declaration: ResourceDeclaration<Item, Query, Create, Update>) {
  return declaration;
}

/** Returns the path of an endpoint with the ID. */
export function pathOf(endpoint: Endpoint, id?: number): string {
  return endpoint.path.replace(':id', String(id ?? ''));
}

/** Returns true if the path of an endpoint contains the id of the record. */
export function hasIdInPath(endpoint: Endpoint): boolean {
  return endpoint.path.includes(':id');
}
