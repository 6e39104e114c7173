import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type BetterSqlite from 'better-sqlite3';
import { serverModule } from '#server/core/server-module';

/** The number of log pages that starts a checkpoint: the default of SQLite. */
const PAGES = 1_000;
/**
 * From this number of pages on, writers wait until the whole log is copied, so that it is overwritten from its start. Otherwise
 * writes that are faster than the thread would increase the log without limit.
 */
const LONG = 16_000;
/**
 * The maximum wait of a writer, once for each `PAGES` new pages. During a long read, such as a backup or a move, the log can grow to
 * gigabytes. Afterwards the thread takes many seconds to copy it.
 */
const MAX_WAIT_MS = 1_000;
/** The running round may have started before the last commit. The next one includes it, unless a reader needs older pages. */
const ROUNDS = 2;
/** The thread stays open for this time, because its start costs more than a round. */
const IDLE_MS = 20_000;

const script = serverModule('core/db/dialects/sqlite-checkpoint-worker');

interface LogState {
  /** The number of pages in the log, and of those that were copied to the file. */
  readonly log: number;
  readonly checkpointed: number;
}

export interface Checkpoints {
  /**
   * Checks the log after a commit. Never throws or rejects.
   * @returns a promise that the next commit must wait for, if any
   */
  check(): Promise<void> | undefined;
  close(): Promise<void>;
}

/**
 * Copies the log into the database file on a thread, because the driver is synchronous. If the thread fails, commits copy the log
 * themselves, which is the default of SQLite.
 */
export function createCheckpoints(database: BetterSqlite.Database, path: string): Checkpoints {
  database.pragma('wal_autocheckpoint = 0');
  const state = database.prepare<[], LogState>('pragma wal_checkpoint(noop)');
  let thread: Worker | undefined;
  let round: { readonly ended: Promise<void>; readonly end: () => void } | undefined;
  let idle: NodeJS.Timeout | undefined;
  let isClosed = false;

  function endRound(): void {
    round?.end();
    round = undefined;
  }

  function start(): Worker {
    const newWorker = new Worker(script, { workerData: { path } });
    newWorker.unref();
    newWorker.on('message', () => {
      endRound();
      idle = setTimeout(() => void newWorker.terminate(), IDLE_MS).unref();
    });
    newWorker.on('error', () => {
      if (database.open) database.pragma(`wal_autocheckpoint = ${PAGES}`);
    });
    newWorker.on('exit', () => {
      thread = undefined;
      endRound();
    });
    return newWorker;
  }

  async function beginRound(): Promise<void> {
    if (isClosed) return;
    clearTimeout(idle);
    thread ??= start();
    let end = (): void => undefined;
    const workerEnd = new Promise<void>((resolve) => {
      end = resolve;
    });
    round = { ended: workerEnd, end };
    thread.postMessage('checkpoint');
    await workerEnd;
  }

  async function waitForRounds(): Promise<void> {
    for (let count = 0; count < ROUNDS; count += 1) await (round?.ended ?? beginRound());
  }

  /** The length of the log when a writer last waited. */
  let waitedAt = 0;

  function check(): Promise<void> | undefined {
    const { log, checkpointed } = state.get() ?? { log: 0, checkpointed: 0 };
    if (log < waitedAt) waitedAt = 0;
    if (log >= LONG && log > checkpointed && log - waitedAt >= PAGES) {
      waitedAt = log;
      return Promise.race([waitForRounds(), delay(MAX_WAIT_MS, undefined, { ref: false })]);
    }
    if (log - checkpointed >= PAGES && !round) void beginRound();
    return undefined;
  }

  return {
    check() {
      try {
        return check();
      } catch {
        // Committed data is in the log, even if the database file cannot be written, for example on a full disk.
        // The next commit tries again.
        return undefined;
      }
    },
    async close() {
      isClosed = true;
      clearTimeout(idle);
      await thread?.terminate();
    },
  };
}
