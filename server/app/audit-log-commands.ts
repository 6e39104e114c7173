import { countOf } from '#contract/core/format-count';
import type { PrintLine } from '#server/core/command-output';
import { open } from 'node:fs/promises';
import type { Config } from './config.ts';
import { assertMigrated, type Database, openDatabase } from '#server/core/db/open';
import { OperatorError } from '#server/core/errors';
import { truncateAuditLog, entriesBefore } from '#server/core/audit-log/truncate';
import { type CheckpointFiles, checkingKey, readCheckpoints } from '#server/core/audit-log/checkpoint-file';
import { type ChainPosition, verifyAuditLog } from '#server/core/audit-log/verify';
import { writeCheckpoint } from '#server/core/audit-log/write-checkpoint';

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

/** Files that replace those of the server. */
type Copies = { readonly [File in keyof CheckpointFiles]?: string | undefined };

/** Returns the signed checkpoints; none before the first one is written. @throws OperatorError if they are missing or were changed */
async function storedCheckpoints(config: Config, copies: Copies) {
  const files = config.auditLogFiles;
  const keyFile = copies.keyFile ?? files.keyFile;
  const checkpointFile = copies.checkpointFile ?? files.checkpointFile;
  const key = await checkingKey(keyFile);
  if (!key && copies.keyFile === undefined && copies.checkpointFile === undefined) return [];
  if (!key) throw new OperatorError(`Key file not found: ${keyFile}`);
  const checkpoints = await readCheckpoints(checkpointFile, key);
  if (checkpoints.length === 0) throw new OperatorError(`No checkpoints found in ${checkpointFile}`);
  return checkpoints;
}

/** Verifies the chain of the audit log and its signed checkpoints. @returns false if the audit log was changed */
export const verify = (config: Config, print: PrintLine, copies: Copies = {}): Promise<boolean> =>
  withDatabase(config, async ({ kysely }) => {
    const checkpoints = await storedCheckpoints(config, copies);
    const { entries, lastId, lastHash, broken } = await verifyAuditLog(kysely, checkpoints);
    if (broken) {
      print(`Audit log verification failed at entry ${broken.entryId}: it ${broken.reason}.`);
      print(`${countOf(entries, 'earlier entry', 'earlier entries')} verified.`);
      return false;
    }
    print(`${countOf(entries, 'entry', 'entries')} verified.`);
    if (lastId > 0) print(`Last entry: ${lastId}, hash ${lastHash}`);
    const latest = checkpoints.at(-1);
    if (latest)
      print(`${countOf(checkpoints.length, 'signed checkpoint')} verified, the latest of ${latest.at}.`);
    else print('No signed checkpoint yet. The server writes one each day.');
    return true;
  });

/** Signs the state of the audit log. @throws OperatorError if it contradicts the latest checkpoint */
export const checkpoint = (config: Config, print: PrintLine): Promise<void> =>
  withDatabase(config, async ({ kysely }) => {
    const files = config.auditLogFiles;
    const { last_id, last_hash } = await writeCheckpoint(kysely, files);
    print(`Checkpoint written to ${files.checkpointFile}. Last entry: ${last_id}, hash ${last_hash}`);
  });

/**
 * Writes the entries before a date to a new file, one JSON object per line. With `isCut`, it also deletes them.
 * @throws OperatorError for an invalid date, an existing file, or a changed audit log
 */
export const exportAuditLog = (
  config: Config,
  { file, before, isCut }: { readonly file: string; readonly before: string; readonly isCut: boolean },
  print: PrintLine,
): Promise<void> =>
  withDatabase(config, async (database) => {
    const time = Date.parse(before);
    if (Number.isNaN(time))
      throw new OperatorError(`Invalid date “${before}”. Use YYYY-MM-DD, for example 2026-01-31.`);
    // A changed entry must not be pruned before the change is reported.
    const { broken } = await verifyAuditLog(database.kysely, await storedCheckpoints(config, {}));
    if (broken)
      throw new OperatorError(
        `Audit log verification failed at entry ${broken.entryId}: it ${broken.reason}.`,
      );
    const handle = await open(file, 'wx').catch((cause: unknown) => {
      throw new OperatorError(`Can’t create ${file}: the file exists or the folder isn’t writable.`, {
        cause,
      });
    });
    let last: ChainPosition = { id: 0, hash: '' };
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
        last = { id: entry.id, hash: entry.hash };
        count += 1;
      }
      await handle.sync();
    } finally {
      await handle.close();
    }
    print(`Exported ${countOf(count, 'entry', 'entries')} to ${file}.`);
    if (!isCut || last.id === 0) return;
    // The checkpoint contains the new anchor before entries are deleted, so an interrupted deletion is not reported as forged.
    await writeCheckpoint(database.kysely, config.auditLogFiles, last);
    const deletedCount = await truncateAuditLog(database, last.id);
    print(`${countOf(deletedCount, 'entry', 'entries')} deleted from the audit log.`);
  });
