import { mkdir } from 'node:fs/promises';
import { formatBytes } from '#contract/core/format-bytes';
import { dirname, join, resolve } from 'node:path';
import { openBlobStore } from '#server/core/blobs/open';
import { countOf, formatCount } from '#contract/core/format-count';
import type { PrintLine } from '#server/core/command-output';
import { withoutSecrets } from '#server/core/db/arrive';
import { sqlitePath } from '#server/core/db/dialects/sqlite-path';
import { type Database, assertMigrated, openDatabase } from '#server/core/db/open';
import { OperatorError } from '#server/core/errors';
import { passphraseFileProblem, readPassphraseFile } from '#server/core/passphrase-file';
import { recordBackup } from '#server/features/system/last-backup';
import { openArchive } from './archive-reader.ts';
import { discardAbandoned } from './archive-location.ts';
import { withClosing } from './closing.ts';
import { compareBackup } from './compare-backup.ts';
import { restoreBackup } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

/** The configuration values that the commands use. */
export interface BackupConfig {
  readonly dataDir: string;
  readonly databaseUrl: string;
  readonly blobStoreUrl: string;
  readonly blobTimeoutMs: number;
  readonly version: string;
}

export interface PassphraseOptions {
  /** The path of a file that contains the passphrase in its first line. */
  readonly passphraseFile?: string | undefined;
  /** The passphrase from the environment. */
  readonly passphrase?: string | undefined;
}

const MAX_NAMED = 20;

/** Reads the passphrase. @throws OperatorError when the file is empty or cannot be read */
function readPassphrase({ passphraseFile, passphrase }: PassphraseOptions): string | undefined {
  if (passphraseFile === undefined) return passphrase || undefined;
  const line = readPassphraseFile(passphraseFile);
  if (line === undefined) throw new OperatorError(passphraseFileProblem('--passphrase-file'));
  return line;
}

function printKeys(print: PrintLine, title: string, keys: readonly string[]): void {
  if (keys.length === 0) return;
  print(`${title}: ${keys.length}`);
  for (const key of keys.slice(0, MAX_NAMED)) print(`  ${key}`);
}

async function withCatalogue<Result>(
  config: BackupConfig,
  work: (catalogue: {
    database: Database;
    blobs: Awaited<ReturnType<typeof openBlobStore>>;
  }) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase(config.databaseUrl);
  try {
    const blobs = await openBlobStore(config.blobStoreUrl, config.blobTimeoutMs);
    return await withClosing(blobs, () => work({ database, blobs }));
  } finally {
    await database.close();
  }
}

/**
 * Writes a backup of the configured catalogue.
 * @param place a path, or `s3://BUCKET/NAME?endpoint=…&region=…`
 * @returns true when the backup contains all files
 * @throws OperatorError when the destination exists
 */
export async function backup(
  config: BackupConfig,
  { location, ...options }: { readonly location: string } & PassphraseOptions,
  print: PrintLine,
): Promise<boolean> {
  const passphrase = readPassphrase(options);
  return withCatalogue(config, async ({ database, blobs }) => {
    await assertMigrated(database);
    const source = { database, blobs, databaseUrl: config.databaseUrl, version: config.version };
    await discardAbandoned(location);
    const report = await writeBackup(source, { location, passphrase });
    await recordBackup(database.kysely, withoutSecrets(location));
    print(
      `Backup written: ${countOf(report.rows, 'row')}, ${countOf(report.files, 'file')}, ${formatBytes(report.bytes)}.`,
    );
    printKeys(print, 'Files that are missing in the file store', report.missing);
    return report.missing.length === 0;
  });
}

/** Returns the configuration of a catalogue in a folder: a SQLite database and a folder of files, as in DATA_DIR. */
const inFolder = (config: BackupConfig, folder: string): BackupConfig => ({
  ...config,
  dataDir: resolve(folder),
  databaseUrl: `file:${join(resolve(folder), 'catalogue.db')}`,
  blobStoreUrl: `file:${join(resolve(folder), 'blobs')}`,
});

/**
 * Restores a backup into the configured empty database and file storage, or into a folder.
 * @throws OperatorError when the target is not empty or the backup is damaged
 */
export async function restore(
  config: BackupConfig,
  {
    location,
    into,
    ...options
  }: { readonly location: string; readonly into?: string | undefined } & PassphraseOptions,
  print: PrintLine,
): Promise<void> {
  const passphrase = readPassphrase(options);
  const target = into === undefined ? config : inFolder(config, into);
  const archive = await openArchive(location, passphrase);
  try {
    await mkdir(target.dataDir, { recursive: true });
    if (target.databaseUrl.startsWith('file:'))
      await mkdir(dirname(sqlitePath(target.databaseUrl)), { recursive: true });
    const { header } = archive;
    print(
      `Backup of ${header.created_at}, version ${header.version}: ${countOf(header.files.count, 'file')}, ${formatBytes(header.files.bytes)}.`,
    );
    await withCatalogue(target, async (catalogue) => {
      const report = await restoreBackup(archive, {
        ...catalogue,
        databaseUrl: target.databaseUrl,
        scratchFolder: target.dataDir,
      });
      print(
        `Restored and compared: ${countOf(report.rows, 'row')}, ${countOf(report.files, 'file')}${report.filesRetained > 0 ? ` (${report.filesRetained} of them by an earlier run)` : ''}.`,
      );
      print(`The audit log is complete: ${countOf(report.entries, 'entry', 'entries')}.`);
    });
  } finally {
    archive.close();
  }
}

/**
 * Compares a backup with the configured catalogue.
 * @returns true when both are equal
 * @throws OperatorError when the backup is damaged
 */
export async function checkAgainst(
  config: BackupConfig,
  { location, ...options }: { readonly location: string } & PassphraseOptions,
  print: PrintLine,
): Promise<boolean> {
  const passphrase = readPassphrase(options);
  const archive = await openArchive(location, passphrase);
  try {
    return await withCatalogue(config, async ({ database, blobs }) => {
      await assertMigrated(database);
      const { tables, missing, changed, files } = await compareBackup(archive, {
        databaseUrl: config.databaseUrl,
        blobs,
      });
      print(`The backup of ${archive.header.created_at} is complete: ${countOf(files, 'file')}.`);
      for (const { name, before, now } of tables)
        print(`Table ${name} differs: ${countOf(before, 'row')} in the backup, ${formatCount(now)} now.`);
      printKeys(print, 'Files that are missing now', missing);
      printKeys(print, 'Files that have changed', changed);
      const isEqual = tables.length + missing.length + changed.length === 0;
      if (isEqual) print('The catalogue matches the backup.');
      return isEqual;
    });
  } finally {
    archive.close();
  }
}
