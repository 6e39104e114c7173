import { Worker } from 'node:worker_threads';
import type BetterSqlite from 'better-sqlite3';

/** As SQLite does it unless told otherwise: a commit that finds so many pages in the log moves them into the file. */
const PAGES = 1_000;
/** Changed rows after which moving them takes longer than others should wait. */
const LARGE = 5_000;

const script = new URL(
  `./sqlite-checkpoint-worker${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`,
  import.meta.url,
);

/**
 * The driver is synchronous, so what a large transaction has left in the log is moved into the file on a thread of its own. Small ones
 * are moved by a commit now and then, as ever, and so is what a thread that fails leaves.
 */
export function createCheckpoints(database: BetterSqlite.Database, path: string) {
  const total = database.prepare('select total_changes()').pluck();
  const changes = () => Number(total.get());
  let before = 0;
  let thread: Worker | undefined;

  function end(): void {
    thread = undefined;
    if (database.open) database.pragma(`wal_autocheckpoint = ${PAGES}`);
  }

  function start(): void {
    const started = new Worker(script, { workerData: { path } });
    started.unref();
    // It exits then, too.
    started.on('error', () => undefined);
    started.on('exit', end);
    thread = started;
  }

  return {
    begin(): void {
      before = changes();
    },
    /** Commits by what it is given. */
    async commit(act: () => Promise<unknown>): Promise<void> {
      const isLarge = changes() - before > LARGE;
      if (isLarge) database.pragma('wal_autocheckpoint = 0');
      try {
        await act();
      } finally {
        if (isLarge && !thread) start();
      }
    },
    async close(): Promise<void> {
      await thread?.terminate();
    },
  };
}

export type Checkpoints = ReturnType<typeof createCheckpoints>;
