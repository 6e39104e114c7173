import type { Transaction } from 'kysely';
import { insertFiles } from '#server/core/db/files';
import type { Database } from '#server/core/db/open';
import type { Schema } from '#server/core/db/schema';
import { inShortTransaction, inTransaction } from '#server/core/db/transaction';
import { editConflict } from '#server/core/errors';
import type { FileStorage } from '#server/core/media/file-storage';
import { type StoredFiles, storeFiles, withFiles } from './stored-files.ts';
import type { WriteContext } from './resource-service.ts';

/** The result of a write, and the keys of the files that are no longer referenced. */
interface Done<Result> {
  readonly result: Result;
  readonly discarded: readonly string[];
  /** The keys of files that are retained for a restore. */
  readonly retained?: readonly string[];
}

/**
 * Creates the write functions of all resources. Each write runs in one transaction together with its files, and checks at its start that
 * the user may still write.
 */
export function createWrites({
  database,
  files,
  areShort = false,
}: {
  readonly database: Database;
  readonly files: FileStorage;
  /** True if the writes are short, however large the catalogue and the request are. */
  readonly areShort?: boolean;
}) {
  const run = areShort ? inShortTransaction : inTransaction;
  return {
    /**
     * Runs `insert` once. A repeated request with the same key returns the stored response. `insert` stores the references to the files of
     * the request.
     */
    async create<Item>(
      context: WriteContext,
      insert: (trx: Transaction<Schema>, storedFiles: StoredFiles) => Promise<Item>,
    ): Promise<Item> {
      const storedFiles = await storeFiles(files, context.files);
      return withFiles(files, storedFiles.rows, () =>
        run(database, async (trx) => {
          await context.authorize(trx);
          const earlier = await context.findStoredResult?.(trx);
          // The response of the earlier request refers to its own blobs, so the new blobs are deleted.
          if (earlier !== undefined)
            return { result: earlier as Item, discarded: storedFiles.rows.map(({ key }) => key) };
          await insertFiles(trx, storedFiles.rows);
          const result = await insert(trx, storedFiles);
          await context.storeResult?.(trx, result);
          return { result, discarded: [] };
        }),
      );
    },

    /** Runs `change`, which stores the references to the files of the request and returns the released ones. */
    async change<Result>(
      context: WriteContext,
      change: (trx: Transaction<Schema>, storedFiles: StoredFiles) => Promise<Done<Result>>,
    ): Promise<Result> {
      const storedFiles = await storeFiles(files, context.files);
      return withFiles(files, storedFiles.rows, () =>
        run(database, async (trx) => {
          await context.authorize(trx);
          await insertFiles(trx, storedFiles.rows);
          return change(trx, storedFiles);
        }),
      );
    },
  };
}

/** @throws AppError 409 if `version` is not the stored one. Without a version, the last write wins. */
export function assertCurrentVersion(
  noun: string,
  input: { readonly version?: number | undefined },
  storedRecord: { readonly version: number },
): void {
  if (input.version !== undefined && input.version !== storedRecord.version) throw editConflict(noun);
}
