import type { Transaction } from 'kysely';
import type { Permission } from '#contract/permissions';
import { refusals } from '#contract/refusals';
import type { SessionUser } from '#server/auth/sessions';
import { serveFiles } from '#server/db/kept-files';
import type { Database } from '#server/db/open';
import type { Schema } from '#server/db/schema';
import { inTransaction } from '#server/db/transaction';
import { forbidden, refused } from '#server/errors';
import type { FileStorage } from '#server/media/file-storage';
import type { LetGo, Serve } from '#server/resources/record-life';

/** Who asks, once more inside the transaction. @throws AppError 401, 403 */
export type Authorize = (trx: Transaction<Schema>) => Promise<Caller>;
export type Caller = Pick<SessionUser, 'id' | 'permissions'>;

export const nothingGone: LetGo = { dropped: [], withheld: [] };

/** @throws AppError 403 when somebody has none of these permissions */
export function requireAny(user: Caller, permissions: readonly Permission[]): void {
  if (!permissions.some((one) => user.permissions.has(one))) throw forbidden();
}

interface Written<Result> {
  readonly result: Result;
  readonly gone: LetGo;
}

/**
 * Writes that bring back what was kept, in one transaction each: files are in service again before it is committed, and out of
 * it again when it fails.
 */
export function createHistoryWrites({
  database,
  files,
}: {
  readonly database: Database;
  readonly files: FileStorage;
}) {
  return async function write<Result>(
    authorize: Authorize,
    work: (trx: Transaction<Schema>, user: Caller, serve: Serve) => Promise<Written<Result>>,
  ): Promise<Result> {
    const served: string[] = [];
    try {
      const { result, gone } = await inTransaction(database, async (trx) => {
        const user = await authorize(trx);
        return work(trx, user, async (keys) => {
          const back = await serveFiles(trx, keys);
          served.push(...back);
          const missing = await files.release(back);
          const known = await trx
            .selectFrom('files')
            .select('key')
            .where('key', 'in', keys.length > 0 ? [...keys] : [''])
            .execute();
          if (missing.length > 0 || known.length < new Set(keys).size)
            throw refused(refusals.noLongerKept('file'));
        });
      });
      await files.remove(gone.dropped);
      await files.withhold(gone.withheld);
      return result;
    } catch (error) {
      await files.withhold(served);
      throw error;
    }
  };
}

export type HistoryWrites = ReturnType<typeof createHistoryWrites>;
