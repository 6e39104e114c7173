import { Worker } from 'node:worker_threads';
import type BetterSqlite from 'better-sqlite3';

/** Pages in the log that are worth moving: SQLite's own measure. */
const PAGES = 1_000;
/** A log this long is begun anew by a short stop of the writer: as long as writes go on beside the thread, it never has all of it. */
const LONG = 16_000;
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
  /** After each commit. Never throws. */
  look(): void;
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
  let isBusy = false;
  let idle: NodeJS.Timeout | undefined;

  function start(): Worker {
    const started = new Worker(script, { workerData: { path } });
    started.unref();
    started.on('message', () => {
      isBusy = false;
      idle = setTimeout(() => void started.terminate(), IDLE_MS).unref();
    });
    started.on('error', () => {
      if (database.open) database.pragma(`wal_autocheckpoint = ${PAGES}`);
    });
    started.on('exit', () => {
      thread = undefined;
      isBusy = false;
    });
    return started;
  }

  function look(): void {
    const { log, checkpointed } = state.get() ?? { log: 0, checkpointed: 0 };
    if (log - checkpointed >= PAGES) {
      isBusy = true;
      clearTimeout(idle);
      thread ??= start();
      thread.postMessage('checkpoint');
    } else if (log >= LONG && log > checkpointed) database.pragma('wal_checkpoint(passive)');
  }

  return {
    look() {
      try {
        if (!isBusy) look();
      } catch {
        // What is committed is in the log, whatever becomes of the file: a full disk, say. The next commit looks again.
      }
    },
    async close() {
      clearTimeout(idle);
      await thread?.terminate();
    },
  };
}
