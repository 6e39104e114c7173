import type { z } from 'zod';
import type { ResourceMessages } from './messages.ts';
import type { ResourceName } from './permissions.ts';

/** A call of the wire. `path` lies below /api; `:id` stands where the id travels in the path, else it travels in the body. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
}

export interface ApiItem {
  id: number;
  version?: number | undefined;
}

/** What every list query holds after parsing; a resource's own filters come on top. */
export interface ListQuery {
  page: number;
  items_per_page: number;
  search: string;
}

/** What reading one record may ask for beside it. */
export interface ReadQuery {
  tracks?: 'files' | undefined;
}

/** A list in a record that may have very many entries: its key, what one of them is, and the list inside each that counts as well. */
export interface LongList {
  readonly key: string;
  readonly inner: string;
  readonly entry: z.ZodType;
}

/**
 * One resource, declared once as data. Server routes, client calls, the store's slice, the API reference and the common
 * tests are derived from it; nothing derived may branch on `name`.
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
  /** The noun of sentences: "book", "books". */
  readonly singular: string;
  readonly plural: string;
  readonly item: Item;
  readonly longList?: LongList;
  readonly query: Query;
  /** Of the call that reads one. */
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
  /** How the client sends create and update. The server reads both encodings everywhere. */
  readonly encoding: 'json' | 'multipart';
  /** File parts by field name. */
  readonly files: Readonly<Record<string, 'image' | 'audio'>>;
  /** Of a file field: the key that names an upload instead, by which large files come. */
  readonly uploads?: Readonly<Record<string, string>>;
  /** Whether add and delete move the client's total (section 4: not for categories and sub-categories). */
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

/** The path with its id put in. */
export function pathOf(endpoint: Endpoint, id?: number): string {
  return endpoint.path.replace(':id', String(id ?? ''));
}

/** Whether the id of an item travels in the path of this call. */
export function hasIdInPath(endpoint: Endpoint): boolean {
  return endpoint.path.includes(':id');
}
