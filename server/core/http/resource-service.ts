import type { Transaction } from 'kysely';
import type {
  CreateOf,
  ItemOf,
  QueryOf,
  ReadQuery,
  ResourceDeclaration,
  UpdateOf,
} from '#contract/core/define-resource';
import type { Schema } from '#server/core/db/schema';
import type { StagedFile } from '#server/core/media/staged-file';

/** The author of a write, its files, and further work in the same transaction. */
export interface WriteContext {
  readonly user: { readonly id: number; readonly email: string };
  /** First in the transaction. @throws AppError 401, 403 when the user may not write any more */
  readonly authorize: (trx: Transaction<Schema>) => Promise<unknown>;
  /** By field name. A service uses up the ones it keeps; the rest is the caller's to discard. */
  readonly files: ReadonlyMap<string, StagedFile>;
  /** Runs next. An answer other than undefined is given instead of writing anything. */
  readonly recall?: (trx: Transaction<Schema>) => Promise<unknown>;
  /** Runs last, with the item that is answered. */
  readonly remember?: (trx: Transaction<Schema>, item: unknown) => Promise<void>;
}

/** The functions that the derived routes call. Errors are AppErrors; items are as the API presents them. */
export interface ResourceService<Item, Query, Create, Update> {
  /** A page past the end has no items and the true total. */
  list(query: Query): Promise<{ items: Item[]; total: number }>;
  /** @throws AppError 404 */
  get(id: number, query?: ReadQuery): Promise<Item>;
  /** @throws AppError 422 with a sentence a field, and what keeping files throws */
  create(input: Create, context: WriteContext): Promise<Item>;
  /** Absent keys stay as they are. @throws AppError 404, 409 when `version` is not the stored one, 422 */
  update(input: Update, context: WriteContext): Promise<Item>;
  /** @throws AppError 404, 409 while something else uses the record */
  remove(id: number, context: WriteContext): Promise<void>;
}

/** The service behind a declared resource. */
export type ServiceOf<R extends ResourceDeclaration> = ResourceService<
  ItemOf<R>,
  QueryOf<R>,
  CreateOf<R>,
  UpdateOf<R>
>;
