import type { Transaction } from 'kysely';
import type { Permission } from '#contract/core/permissions';
import { knownErrors } from '#contract/core/errors';
import type { SessionUser } from '#server/core/auth/sessions';
import { serveFiles } from '#server/core/db/retained-files';
import type { Database } from '#server/core/db/open';
import type { Schema } from '#server/core/db/schema';
import { inTransaction } from '#server/core/db/transaction';
import { forbidden, appError } from '#server/core/errors';
import type { FileStorage } from '#server/core/media/file-storage';
import type { ReleaseFiles, RestoreFiles } from '#server/core/resource/lifecycle';

/** Checks the caller again inside the transaction. @throws AppError 401, 403 */
export type Authorize = (trx: Transaction<Schema>) => Promise<Caller>;
export type Caller = Pick<SessionUser, 'id' | 'permissions'>;

export const noReleasedFiles: ReleaseFiles = { discarded: [], retained: [] };

/** @throws AppError 403 when the user has none of these permissions */
export function requireAny(user: Caller, permissions: readonly Permission[]): void {
  if (!permissions.some((permission) => user.permissions.has(permission))) throw forbidden();
}

interface WriteResult<Result> {
  readonly result: Result;
  readonly releasedFiles: ReleaseFiles;
}

/** Runs writes that restore stored states, in one transaction each. Files are restored before the commit, and removed again on an error. */
export function createHistoryWrites({
  database,
  files,
}: {
  readonly database: Database;
  readonly files: FileStorage;
}) {
  return async function write<Result>(
    authorize: Authorize,
    work: (
      trx: Transaction<Schema>,
      user: Caller,
      restoreFiles: RestoreFiles,
    ) => Promise<WriteResult<Result>>,
  ): Promise<Result> {
    const servedKeys: string[] = [];
    try {
      const { result, releasedFiles } = await inTransaction(database, async (trx) => {
        const user = await authorize(trx);
        return work(trx, user, async (keys) => {
          const back = await serveFiles(trx, keys);
          servedKeys.push(...back);
          const missingKeys = await files.release(back);
          const storedNames = await trx
            .selectFrom('files')
            .select('key')
            .where('key', 'in', keys.length > 0 ? [...keys] : [''])
            .execute();
          if (missingKeys.length > 0 || storedNames.length < new Set(keys).size)
            throw appError(knownErrors.noLongerRetained('file'));
        });
      });
      await files.remove(releasedFiles.discarded);
      await files.withhold(releasedFiles.retained);
      return result;
    } catch (error) {
      await files.withhold(servedKeys);
      throw error;
    }
  };
}

export type HistoryWrites = ReturnType<typeof createHistoryWrites>;
