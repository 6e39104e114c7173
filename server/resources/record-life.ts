import type { Kysely, Transaction } from 'kysely';
import type { JournalKind, RecordUses } from '#contract/journal';
import type { ResourceName } from '#contract/permissions';
import type { Schema } from '#server/db/schema';
import type { TrashRow } from '#server/db/tables/trash';
import type { Lists } from '#server/journal/list-change';
import type { Mentioned, NamedFile, Scalar } from '#server/journal/stored-change';

/** Takes kept files back into service. @throws AppError 409 when one is not kept any more */
export type Serve = (keys: readonly string[]) => Promise<void>;

/** The fields of a record as they are to be again, by the keys of its answers. What is not named stays as it is. */
export interface Wanted {
  readonly values: ReadonlyMap<string, Scalar>;
  readonly records: ReadonlyMap<string, Mentioned | null>;
  readonly files: ReadonlyMap<string, NamedFile | null>;
  readonly lists: Lists;
  /** The entry whose earlier chapters are to be there again. */
  readonly contentsOf?: number;
}

/** Keys of files that go with a write: for good, or out of service. */
export interface LetGo {
  readonly dropped: readonly string[];
  readonly withheld: readonly string[];
}

/** Where a record stood and could not be put back. */
export interface LeftOut {
  readonly kind: ResourceName;
  readonly id: number;
  readonly name: string;
}

/** What happens to a record beside the five calls: taking back, restoring. All of it in a transaction of the caller's. */
export interface RecordLife {
  readonly kind: JournalKind;
  /** The noun of sentences. */
  readonly noun: string;
  /** Undefined when it is not in the catalogue. */
  find(
    db: Kysely<Schema>,
    id: number,
  ): Promise<{ readonly version: number; readonly name: string } | undefined>;
  lists(trx: Transaction<Schema>, id: number): Promise<Lists>;
  /** An ordinary edit. @throws AppError 404, 409 when `version` is another, 422 when what it names is gone */
  change(
    trx: Transaction<Schema>,
    id: number,
    version: number | undefined,
    wanted: Wanted,
    serve: Serve,
  ): Promise<LetGo>;
  /** An ordinary delete. @throws AppError 404, 409 while something uses it */
  remove(trx: Transaction<Schema>, id: number): Promise<LetGo>;
  /** Puts a record back that was taken out of the trash, under its id. @throws AppError 409 */
  restore(trx: Transaction<Schema>, row: TrashRow, serve: Serve): Promise<readonly LeftOut[]>;
  /** The keys of the files of a record in the trash. */
  filesOf(row: TrashRow): readonly string[];
  uses(db: Kysely<Schema>, id: number): Promise<RecordUses>;
}

/** A service whose records have such a life. */
export interface Living {
  readonly life: RecordLife;
}
