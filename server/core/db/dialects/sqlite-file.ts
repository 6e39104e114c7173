import { type Stats, statSync } from 'node:fs';
import { knownErrors } from '#contract/core/errors';
import { unavailable } from '#server/core/errors';

const isSame = (a: Stats, b: Stats | undefined): boolean => a.ino === b?.ino && a.dev === b.dev;

/**
 * Creates a check that the files of an open database are at their path. A connection to a deleted or replaced file continues
 * to read and write data that no other process can find.
 */
export function createFileCheck(path: string) {
  const statOf = (file: string) => statSync(file, { throwIfNoEntry: false });
  const fileStats = statOf(path);
  const logPath = `${path}-wal`;
  // The log is created by the first use and exists while a connection is open.
  let log: Stats | undefined;

  /** Takes a few microseconds. @throws AppError 503 if the database or its write-ahead log was deleted or replaced */
  return function assertPresent(): void {
    if (!fileStats || !isSame(fileStats, statOf(path))) throw unavailable(knownErrors.databaseMissing);
    const logStats = statOf(logPath);
    log ??= logStats;
    if (log && !isSame(log, logStats)) throw unavailable(knownErrors.databaseLogMissing);
  };
}
