import { hasIdInPath, type ItemOf, pathOf, type ResourceDeclaration } from '#contract/core/define-resource';
import { readItem } from '#contract/core/envelope';
import type { ApiRequest } from './client.ts';
import { complete } from './complete.ts';
import { carriesFile, toFormData } from './encode.ts';

/** Options of a request that changes a record. */
export interface WriteOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onUploadProgress?: ((fraction: number) => void) | undefined;
  /** Receives the ID of the audit log entry that the write created. */
  readonly onEntry?: ((entry: number) => void) | undefined;
  /** Identifies a create, so that a repeated one returns the same record. */
  readonly idempotencyKey?: string | undefined;
}

export interface ItemRef {
  readonly id: number;
  readonly version?: number | undefined;
}

const bodyOf = ({ encoding }: ResourceDeclaration, values: object): Pick<ApiRequest, 'form' | 'json'> =>
  encoding === 'multipart' || carriesFile(values) ? { form: toFormData(values) } : { json: values };

/** Returns the request that creates a record. */
export function createRequest(
  declaration: ResourceDeclaration,
  values: object,
  { idempotencyKey, ...options }: WriteOptions = {},
): ApiRequest {
  const { method, path } = declaration.endpoints.create;
  const headers = idempotencyKey === undefined ? undefined : { 'idempotency-key': idempotencyKey };
  return { method, path, isInRelease: true, ...bodyOf(declaration, values), headers, ...options };
}

/** Returns the request that updates a record. The ID is part of the path or, if the path has none, of the body. */
export function updateRequest(
  declaration: ResourceDeclaration,
  values: ItemRef,
  options: Omit<WriteOptions, 'idempotencyKey'> = {},
): ApiRequest {
  const { update } = declaration.endpoints;
  const { id, ...rest } = values;
  const body = bodyOf(declaration, hasIdInPath(update) ? rest : values);
  return { method: update.method, path: pathOf(update, id), isInRelease: true, ...body, ...options };
}

/** Returns the request that deletes a record. */
export function removeRequest(
  { endpoints: { remove } }: ResourceDeclaration,
  { id }: ItemRef,
  options: Pick<WriteOptions, 'signal' | 'onEntry'> = {},
): ApiRequest {
  const body = hasIdInPath(remove) ? {} : { json: { id } };
  return { method: remove.method, path: pathOf(remove, id), isInRelease: true, ...body, ...options };
}

/** Returns the record in a response; undefined if it contains none. */
export function readRecord<R extends ResourceDeclaration>(
  declaration: R,
  response: unknown,
): ItemOf<R> | undefined {
  const item = readItem<ItemOf<R>>(response);
  return item && (complete(declaration.item, item) as ItemOf<R>);
}
