import type { Kysely, Transaction } from 'kysely';
import type { AuditLogKind, RecordReferences } from '#contract/audit-log/audit-log';
import type { ResourceName } from '#contract/core/permissions';
import type { Schema } from '#server/core/db/schema';
import type { TrashRow } from '#server/core/db/tables/trash';
import type { Lists } from '#server/core/audit-log/list-change';
import type { NamedRecord, NamedFile, Scalar } from '#server/core/audit-log/stored-change';

/** Takes kept files back into service. @throws AppError 409 when one is not kept any more */
export type RestoreFiles = (keys: readonly string[]) => Promise<void>;

/** The fields of a record as they are to be again, by the keys of its answers. What is not named stays as it is. */
export interface RequestedState {
  readonly values: ReadonlyMap<string, Scalar>;
  readonly records: ReadonlyMap<string, NamedRecord | null>;
  readonly files: ReadonlyMap<string, NamedFile | null>;
  readonly lists: Lists;
  /** The entry whose earlier chapters are to be there again. */
  readonly contentsOf?: number;
}

/** Keys of files that go with a write: for good, or out of service. */
export interface ReleaseFiles {
  readonly discarded: readonly string[];
  readonly retained: readonly string[];
}

/** A list from which a restored record was removed and to which it could not be added again. */
export interface SkippedEntry {
  readonly kind: ResourceName;
  readonly id: number;
  readonly name: string;
}

/** The operations on a record beside the five calls: undo and restore. Each runs in a transaction of the caller. */
export interface RecordLifecycle {
  readonly kind: AuditLogKind;
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
    change: {
      readonly version: number | undefined;
      readonly requestedState: RequestedState;
      readonly restoreFiles: RestoreFiles;
    },
  ): Promise<ReleaseFiles>;
  /** An ordinary delete. @throws AppError 404, 409 while something uses it */
  remove(trx: Transaction<Schema>, id: number): Promise<ReleaseFiles>;
  /** Puts a record back that was taken out of the trash, under its id. @throws AppError 409 */
  restore(
    trx: Transaction<Schema>,
    row: TrashRow,
    restoreFiles: RestoreFiles,
  ): Promise<readonly SkippedEntry[]>;
  /** The keys of the files of a record in the trash. */
  filesOf(row: TrashRow): readonly string[];
  references(db: Kysely<Schema>, id: number): Promise<RecordReferences>;
}

/** A service whose records have such a life. */
export interface WithLifecycle {
  readonly life: RecordLifecycle;
}
