import type { CheckpointFiles } from '#server/core/audit-log/checkpoint-file';
import { readCheckpoints, signingKey } from '#server/core/audit-log/checkpoint-file';
import { writeCheckpoint } from '#server/core/audit-log/write-checkpoint';
import type { Database } from '#server/core/db/open';
import { inTransaction } from '#server/core/db/transaction';
import { checkpointEmail } from '#server/core/mail/emails';
import type { Mail } from '#server/core/mail/mail';

const DAY_MS = 24 * 60 * 60 * 1000;

export interface DailyCheckpointDeps {
  readonly database: Database;
  readonly files: CheckpointFiles;
  readonly mail: Mail;
  readonly mailTo: string | undefined;
  readonly productName: () => string;
}

/** Signs the audit log and sends the checkpoint by email, once a day. @throws OperatorError when the audit log was changed */
export async function writeDailyCheckpoint(deps: DailyCheckpointDeps): Promise<void> {
  const { database, files, mail, mailTo, productName } = deps;
  const latest = (await readCheckpoints(files.checkpointFile, await signingKey(files.keyFile))).at(-1);
  if (latest && Date.now() - Date.parse(latest.at) < DAY_MS) return;
  const checkpoint = await writeCheckpoint(database.kysely, files);
  if (mailTo === undefined) return;
  await inTransaction(database, async (trx) => {
    await mail.send(trx, checkpointEmail(productName(), mailTo, JSON.stringify(checkpoint)));
  });
}
