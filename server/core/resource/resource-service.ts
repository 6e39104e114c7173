import type { Transaction } from 'kysely';
import type {
  CreateOf,
  ItemOf,
  QueryOf,
  ReadQuery,
  ResourceDeclaration,
  UpdateOf,
} from '#contract/core/define-resource';
import type { Page } from '#contract/core/envelope';
import type { Schema } from '#server/core/db/schema';
import type { WithLifecycle } from './lifecycle.ts';
import type { StagedFile } from '#server/core/media/staged-file';

/** The author of a write, its files, and functions that run in the same transaction. */
export interface WriteContext {
  readonly user: { readonly id: number; readonly email: string };
  /**
   * Runs first in the transaction.
   * @throws AppError 401, 403 if the user may no longer write
   */
  readonly authorize: (trx: Transaction<Schema>) => Promise<unknown>;
  /** The files by field name. The service consumes the files that it stores, and the caller discards the others. */
  readonly files: ReadonlyMap<string, StagedFile>;
  /** The ID of a new record, which was reserved for it. */
  readonly recordId?: number | undefined;
  /** Runs after `authorize`. A result other than undefined is returned instead of writing. */
  readonly findStoredResult?: (trx: Transaction<Schema>) => Promise<unknown>;
  /** Runs last, with the item of the response. */
  readonly storeResult?: (trx: Transaction<Schema>, item: unknown) => Promise<void>;
}

/** The functions that the derived routes call. Errors are AppErrors, and items have the format of the API. */
export interface ResourceService<Item, Query, Create, Update> {
  /** Returns one page. A page past the end has no items and the correct total. */
  list(query: Query): Promise<Page<Item>>;
  /** @throws AppError 404 */
  get(id: number, query?: ReadQuery): Promise<Item>;
  /** @throws AppError 422 with one message per field, and the errors of storing files */
  create(input: Create, context: WriteContext): Promise<Item>;
  /**
   * Updates the record. Absent keys are unchanged.
   * @throws AppError 404, 409 if `version` is not the stored one, 422
   */
  update(input: Update, context: WriteContext): Promise<Item>;
  /** @throws AppError 404, 409 if another record uses this one */
  remove(id: number, context: WriteContext): Promise<void>;
}

/** The service type of a declared resource. */
export type ServiceOf<R extends ResourceDeclaration> = ResourceService<
  ItemOf<R>,
  QueryOf<R>,
  CreateOf<R>,
  UpdateOf<R>
>;

/** A service without the types of its resource, for code that is shared by all. */
export type AnyService = ResourceService<{ id: number; version?: number | undefined }, never, never, never> &
  WithLifecycle;
