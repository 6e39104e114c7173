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
      say(`The audit log breaks at entry ${broken.entryId}: it ${broken.reason}.`);
      say(
        entries === 1
          ? '1 entry before it is as it was written.'
          : `${entries} entries before it are as they were written.`,
      );
      return false;
    }
    say(entries === 1 ? '1 entry is as it was written.' : `${entries} entries are as they were written.`);
    if (lastId > 0) say(`The last one is ${lastId} with the hash ${lastHash}.`);
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
    if (Number.isNaN(time)) throw new OperatorError(`"${before}" is no day, such as 2026-01-31.`);
    // What was changed is not to be cut off before somebody knows.
    const { broken } = await verifyAuditLog(database.kysely);
    if (broken)
      throw new OperatorError(`The audit log breaks at entry ${broken.entryId}: it ${broken.reason}.`);
    const handle = await open(file, 'wx').catch((cause: unknown) => {
      throw new OperatorError(`The file ${file} cannot be made, or is there already.`, { cause });
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
    say(`${count} entries are in ${file}.`);
    if (isCut) say(`${await truncateAuditLog(database, last)} entries were removed from the audit log.`);
  });
