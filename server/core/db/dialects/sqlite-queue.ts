import { setTimeout } from 'node:timers/promises';
import BetterSqlite from 'better-sqlite3';
import { createListeners } from './listeners.ts';

export const BUSY_MS = 5_000;
/** The time between two attempts to take the lock of another process. */
export const RETRY_MS = 3;

const isBusy = (error: unknown): boolean =>
  error instanceof BetterSqlite.SqliteError && error.code.startsWith('SQLITE_BUSY');

/** Waits while another process has the lock that a statement needs. Requests of this process are not blocked. */
export async function retryWhileBusy<Result>(attempt: () => Result): Promise<Result> {
  const deadline = performance.now() + BUSY_MS;
  for (;;) {
    try {
      return attempt();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
    }
    await setTimeout(RETRY_MS);
  }
}

/** Creates a mutex with a first-in, first-out queue. */
export function createQueue() {
  const waitingWrites: (() => void)[] = [];
  const waitListeners = createListeners();
  let isTaken = false;

  return {
    isTaken: (): boolean => isTaken,
    /** Adds a function that is called when a caller of `take` has to wait. @returns a function that removes it */
    onWait: waitListeners.add,
    async take(): Promise<void> {
      if (isTaken) {
        const ticket = new Promise<void>((resolve) => waitingWrites.push(resolve));
        waitListeners.call();
        await ticket;
      }
      isTaken = true;
    },
    give(): void {
      const next = waitingWrites.shift();
      // The next waiting transaction gets the writer directly, so that no other is first.
      if (next) next();
      else isTaken = false;
    },
  };
}

export type Queue = ReturnType<typeof createQueue>;
