import type { Kysely, Transaction } from 'kysely';
import type { AuditLogKind, RecordReferences } from '#contract/audit-log/audit-log';
import type { ResourceName } from '#contract/core/permissions';
import type { Schema } from '#server/core/db/schema';
import type { TrashRow } from '#server/core/db/tables/trash';
import type { Lists } from '#server/core/audit-log/list-change';
import type { NamedRecord, NamedFile, Scalar } from '#server/core/audit-log/stored-change';

/** Serves retained files again. @throws AppError 409 if one is no longer retained */
export type RestoreFiles = (keys: readonly string[]) => Promise<void>;

/** The fields of a record to restore, by the keys of the API. Absent fields are unchanged. */
export interface RequestedState {
  readonly values: ReadonlyMap<string, Scalar>;
  readonly records: ReadonlyMap<string, NamedRecord | null>;
  readonly files: ReadonlyMap<string, NamedFile | null>;
  readonly lists: Lists;
  /** The audit log entry whose earlier chapters are restored. */
  readonly contentsOf?: number;
  /** The audit log entries that moved other editions of the work, the newest first. */
  readonly editionEntries?: readonly number[];
}

/** The keys of files that a write releases: deleted permanently, or retained and no longer served. */
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

/** The operations on a record in addition to the five routes: undo and restore. Each runs in a transaction of the caller. */
export interface RecordLifecycle {
  readonly kind: AuditLogKind;
  /** The noun of the record in messages. */
  readonly noun: string;
  /** Returns undefined if the record is not in the catalogue. */
  find(
    db: Kysely<Schema>,
    id: number,
  ): Promise<{ readonly version: number; readonly name: string } | undefined>;
  lists(trx: Transaction<Schema>, id: number): Promise<Lists>;
  /**
   * Updates the record like an ordinary edit.
   * @throws AppError 404, 409 if `version` is not the stored one, 422 if a referenced record was deleted
   */
  change(
    trx: Transaction<Schema>,
    id: number,
    change: {
      readonly version: number | undefined;
      readonly requestedState: RequestedState;
      readonly restoreFiles: RestoreFiles;
    },
  ): Promise<ReleaseFiles>;
  /** Deletes the record like an ordinary delete. @throws AppError 404, 409 if another record uses it */
  remove(trx: Transaction<Schema>, id: number): Promise<ReleaseFiles>;
  /** Restores a record from the trash with its ID. @throws AppError 409 */
  restore(
    trx: Transaction<Schema>,
    row: TrashRow,
    restoreFiles: RestoreFiles,
  ): Promise<readonly SkippedEntry[]>;
  /** Returns the keys of the files of a record in the trash. */
  filesOf(row: TrashRow): readonly string[];
  references(db: Kysely<Schema>, id: number): Promise<RecordReferences>;
}

/** A service whose records support undo and restore. */
export interface WithLifecycle {
  readonly life: RecordLifecycle;
}
