import { open } from 'node:fs/promises';
import type { Config } from './config.ts';
import { assertMigrated, type Database, openDatabase } from '#server/core/db/open';
import { OperatorError } from '#server/core/errors';
import { truncateAuditLog, entriesBefore } from '#server/core/audit-log/truncate';
import { verifyAuditLog } from '#server/core/audit-log/verify';

type Say = (line: string) => void;

async function withDatabase<Result>(
  { databaseUrl }: Config,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase(databaseUrl);
  try {
    await assertMigrated(database);
    return await work(database);
  } finally {
    await database.close();
  }
}

/** Follows the chain of the journal. @returns whether it is whole */
export const verify = (config: Config, say: Say): Promise<boolean> =>
  withDatabase(config, async ({ kysely }) => {
    const { entries, lastId, lastHash, broken } = await verifyAuditLog(kysely);
    if (broken) {
      say(`Audit log verification failed at entry ${broken.entryId}: it ${broken.reason}.`);
      say(entries === 1 ? '1 earlier entry verified.' : `${entries} earlier entries verified.`);
      return false;
    }
    say(entries === 1 ? '1 entry verified.' : `${entries} entries verified.`);
    if (lastId > 0) say(`Last entry: ${lastId}, hash ${lastHash}`);
    return true;
  });

/**
 * Writes the entries of before a day to a new file, a JSON object a line, and with `isCut` removes them from the journal.
 * @throws OperatorError for a day that is none, a file that is there already, and a journal that is not whole
 */
export const exportAuditLog = (
  config: Config,
  { file, before, isCut }: { readonly file: string; readonly before: string; readonly isCut: boolean },
  say: Say,
): Promise<void> =>
  withDatabase(config, async (database) => {
    const time = Date.parse(before);
    if (Number.isNaN(time))
      throw new OperatorError(`Invalid date "${before}". Use YYYY-MM-DD, for example 2026-01-31.`);
    // A changed entry must not be pruned before the change is reported.
    const { broken } = await verifyAuditLog(database.kysely);
    if (broken)
      throw new OperatorError(
        `Audit log verification failed at entry ${broken.entryId}: it ${broken.reason}.`,
      );
    const handle = await open(file, 'wx').catch((cause: unknown) => {
      throw new OperatorError(`Can’t create ${file}: the file exists or the folder isn’t writable.`, {
        cause,
      });
    });
    let last = 0;
    let count = 0;
    try {
      for await (const entry of entriesBefore(database.kysely, new Date(time).toISOString())) {
        const { fields, changes, ...rest } = entry;
        const line = {
          ...rest,
          fields: JSON.parse(fields) as unknown,
          changes: JSON.parse(changes) as unknown,
        };
        await handle.write(`${JSON.stringify(line)}\n`);
        last = entry.id;
        count += 1;
      }
      await handle.sync();
    } finally {
      await handle.close();
    }
    say(`Exported ${count} entries to ${file}.`);
    if (isCut) say(`${await truncateAuditLog(database, last)} entries deleted from the audit log.`);
  });
