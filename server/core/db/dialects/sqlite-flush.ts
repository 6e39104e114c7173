import { open } from 'node:fs/promises';
import { knownErrors } from '#contract/core/errors';
import { appError, unavailable } from '#server/core/errors';

export interface Flush {
  /**
   * Resolves when all that was committed before the call is on the disk. Those who ask while it is being written there wait for one
   * more flush together.
   * @throws AppError 503
   */
  run(): Promise<void>;
  /** @throws AppError 503 when a flush has failed: the system may say later that it succeeded, and does not know what was lost */
  assertWorks(): void;
  close(): Promise<void>;
}

/**
 * SQLite would flush its log in each commit, and nothing else could be done meanwhile: its library is synchronous. So commits leave the
 * log to the system (`synchronous = NORMAL`), and whoever made one waits here, where others are not held up.
 */
export function createFlush(logPath: string): Flush {
  // A read-only file needs no flush, and transactions that only read end here all the same.
  const log = open(logPath, 'r+').catch(() => open(logPath, 'r'));
  // The first flush says it.
  log.catch(() => undefined);
  let running: Promise<void> | undefined;
  let following: Promise<void> | undefined;
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
    const flushing = flush().finally(() => {
      if (running === flushing) running = undefined;
    });
    running = flushing;
    return flushing;
  }

  async function follow(before: Promise<void>): Promise<void> {
    await before.catch(() => undefined);
    following = undefined;
    return begin();
  }

  return {
    assertWorks,
    // One that is under way may have begun before the commit.
    run: () => (running ? (following ??= follow(running)) : begin()),
    async close() {
      await following?.catch(() => undefined);
      await running?.catch(() => undefined);
      await (await log.catch(() => undefined))?.close();
    },
  };
}
