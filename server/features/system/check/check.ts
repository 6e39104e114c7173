import { countOf, formatCount } from '#contract/core/format-count';
import type { PrintLine } from '#server/core/command-output';
import { existsSync } from 'node:fs';
import { openBlobStore } from '#server/core/blobs/open';
import type { Config } from '#server/app/config';
import { OperatorError } from '#server/core/errors';
import { assertMigrated, openDatabase } from '#server/core/db/open';
import { checkDatabase } from './database.ts';
import { checkFiles } from './files.ts';

const MAX_SURPLUS = 20;

/** Checks that the catalogue exists, because opening creates missing parts, and an empty catalogue would have no problems. */
function assertPresent(url: string, what: string): void {
  const path = url.startsWith('file:') ? url.slice('file:'.length) : undefined;
  if (path !== undefined && !existsSync(path)) throw new OperatorError(`No ${what} found at ${path}.`);
}

/**
 * Checks a catalogue, or a restored backup: the database, and every referenced file. Changes nothing, and prints the problems with `print`.
 * @returns true when there is no problem @throws OperatorError when it has another version or does not exist
 */
export async function check(config: Config, print: PrintLine): Promise<boolean> {
  assertPresent(config.databaseUrl, 'database');
  assertPresent(config.blobStoreUrl, 'folder of files');
  const database = await openDatabase(config.databaseUrl);
  try {
    await assertMigrated(database);
    const problems = await checkDatabase(database);
    for (const problem of problems) print(problem);
    print(problems.length === 0 ? 'Database check passed.' : 'Database check failed.');
    const blobs = await openBlobStore(config.blobStoreUrl, config.blobTimeoutMs);
    try {
      const files = await checkFiles(database, blobs);
      for (const problem of files.problems) print(problem);
      print(`${formatCount(files.checked - files.problems.length)} of ${countOf(files.checked, 'file')} OK.`);
      if (files.surplus.length > 0) {
        print(`Orphaned files (removed automatically): ${files.surplus.length}`);
        for (const key of files.surplus.slice(0, MAX_SURPLUS)) print(`  ${key}`);
      }
      return problems.length === 0 && files.problems.length === 0;
    } finally {
      await blobs.close();
    }
  } finally {
    await database.close();
  }
}
