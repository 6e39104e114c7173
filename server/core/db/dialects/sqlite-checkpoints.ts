import { Worker } from 'node:worker_threads';
import type BetterSqlite from 'better-sqlite3';

/** Pages in the log that are worth moving: SQLite's own measure. */
const PAGES = 1_000;
/**
 * A log this long is begun anew, which needs all of it in the file: writers wait for that. Else a stream of writes that is faster than the
 * thread would let it grow without end.
 */
const LONG = 16_000;
/** The round that is under way may have begun before the last commit; the next one reaches it, unless somebody reads what is older. */
const ROUNDS = 2;
/** Starting the thread costs more than a round of it. */
const IDLE_MS = 20_000;

const script = new URL(
  `./sqlite-checkpoint-worker${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`,
  import.meta.url,
);

interface LogState {
  /** Pages in the log, and how many of them are in the file as well. */
  readonly log: number;
  readonly checkpointed: number;
}

export interface Checkpoints {
  /**
   * After each commit.
   * @returns what the next one has to wait for, if anything. Neither throws nor rejects
   */
  look(): Promise<void> | undefined;
  close(): Promise<void>;
}

/**
 * The driver is synchronous, so what commits have left in the log is moved into the file on a thread of its own. Should the thread fail,
 * commits do it themselves, as SQLite does unless told otherwise.
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
    const started = new Worker(script, { workerData: { path } });
    started.unref();
    started.on('message', () => {
      endRound();
      idle = setTimeout(() => void started.terminate(), IDLE_MS).unref();
    });
    started.on('error', () => {
      if (database.open) database.pragma(`wal_autocheckpoint = ${PAGES}`);
    });
    started.on('exit', () => {
      thread = undefined;
      endRound();
    });
    return started;
  }

  async function beginRound(): Promise<void> {
    if (isClosed) return;
    clearTimeout(idle);
    thread ??= start();
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    round = { ended, end };
    thread.postMessage('checkpoint');
    await ended;
  }

  async function waitForRounds(): Promise<void> {
    for (let count = 0; count < ROUNDS; count += 1) await (round?.ended ?? beginRound());
  }

  function look(): Promise<void> | undefined {
    const { log, checkpointed } = state.get() ?? { log: 0, checkpointed: 0 };
    if (log >= LONG && log > checkpointed) return waitForRounds();
    if (log - checkpointed >= PAGES && !round) void beginRound();
    return undefined;
  }

  return {
    look() {
      try {
        return look();
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
