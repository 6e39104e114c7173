import { open } from 'node:fs/promises';
import { knownErrors } from '#contract/core/errors';
import { appError, unavailable } from '#server/core/errors';

export interface Flush {
  /**
   * Resolves when all earlier commits are on the disk. Calls during a flush share the next one.
   * @throws AppError 503
   */
  run(): Promise<void>;
  isRunning(): boolean;
  /** Resolves at the end of the running flush, if any, even if it fails. */
  ended(): Promise<void>;
  /** @throws AppError 503 after a failed flush: the system can report success later although data was lost */
  assertWorks(): void;
  close(): Promise<void>;
}

/**
 * Flushes the log outside of SQLite, which would block the process in each commit, because its library is synchronous.
 * Commits only write the log (`synchronous = NORMAL`), and callers wait here without blocking others.
 */
export function createFlush(logPath: string): Flush {
  // A read-only file needs no flush, but read-only transactions also call this code.
  const log = open(logPath, 'r+').catch(() => open(logPath, 'r'));
  // The first flush reports the error.
  log.catch(() => undefined);
  let currentFlush: Promise<void> | undefined;
  let nextFlush: Promise<void> | undefined;
  let hasFailed = false;

  function assertWorks(): void {
    if (hasFailed) throw unavailable(knownErrors.databaseNotFlushed);
  }

  async function flush(): Promise<void> {
    assertWorks();
    try {
      await (await log).datasync();
    } catch (error) {
      hasFailed = true;
      throw appError(knownErrors.databaseNotFlushed, { cause: error });
    }
  }

  function begin(): Promise<void> {
    const newFlush = flush().finally(() => {
      if (currentFlush === newFlush) currentFlush = undefined;
    });
    currentFlush = newFlush;
    return newFlush;
  }

  async function follow(before: Promise<void>): Promise<void> {
    await before.catch(() => undefined);
    nextFlush = undefined;
    return begin();
  }

  return {
    assertWorks,
    // A running flush may have started before the commit.
    run: () => (currentFlush ? (nextFlush ??= follow(currentFlush)) : begin()),
    isRunning: () => currentFlush !== undefined,
    ended: async () => currentFlush?.catch(() => undefined),
    async close() {
      await nextFlush?.catch(() => undefined);
      await currentFlush?.catch(() => undefined);
      await (await log.catch(() => undefined))?.close();
    },
  };
}
