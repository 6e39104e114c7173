import { type Stats, statSync } from 'node:fs';
import { knownErrors } from '#contract/core/errors';
import { unavailable } from '#server/core/errors';

const isSame = (a: Stats, b: Stats | undefined): boolean => a.ino === b?.ino && a.dev === b.dev;

/**
 * Knows whether the files of an open database still lie where they were opened. A connection to a file that was removed or
 * replaced goes on reading and writing what nobody will ever find again.
 */
export function createFileCheck(path: string) {
  const look = (file: string) => statSync(file, { throwIfNoEntry: false });
  const opened = look(path);
  const logPath = `${path}-wal`;
  // Made by the first use of the database, and then kept as long as anybody has it open.
  let log: Stats | undefined;

  /** Costs a few microseconds. @throws AppError 503 when the database or its write-ahead log is gone or another one */
  return function assertPresent(): void {
    if (!opened || !isSame(opened, look(path))) throw unavailable(knownErrors.databaseGone);
    const logStats = look(logPath);
    log ??= logStats;
    if (log && !isSame(log, logStats)) throw unavailable(knownErrors.databaseLogGone);
  };
}
