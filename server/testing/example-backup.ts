import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#server/app/config';
import type { Database } from '#server/core/db/open';
import { MAGIC } from '#server/features/backup/archive-format';
import { formatPreamble } from '#server/features/backup/archive-seal';
import { exampleBackup } from '#server/core/http/api-docs/examples';

interface ExampleApp {
  readonly database: Pick<Database, 'kysely'>;
  readonly config: Pick<Config, 'backupStoreUrl'>;
}

/** Adds the backup of the examples, and a newer one, so that the first one can be deleted. The destination is a folder. */
export async function addExampleBackup({ database, config }: ExampleApp): Promise<void> {
  const newer = {
    ...exampleBackup,
    name: '2026-01-16T02-00-00-9d2e4c71.backup',
    created_at: '2026-01-16T02:00:00.000Z',
    finished_at: '2026-01-16T02:00:08.000Z',
    tested_at: '2026-01-16T02:01:00.000Z',
  };
  await database.kysely.insertInto('backups').values([exampleBackup, newer]).execute();
  const folder = config.backupStoreUrl.slice('file:'.length);
  await mkdir(folder, { recursive: true });
  const preamble = formatPreamble({ encryption: null, shared_files: null });
  await writeFile(join(folder, exampleBackup.name), `${MAGIC}${preamble}\n`);
}
