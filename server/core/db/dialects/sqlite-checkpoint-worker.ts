import { parentPort, workerData } from 'node:worker_threads';
import BetterSqlite from 'better-sqlite3';

/*
 * The code of a worker thread (see sqlite-checkpoints.ts). It copies the log into the database file, as far as no reader needs the
 * old pages. A log that is copied completely is overwritten from its start. So a long log is copied in several rounds, which
 * also copy the few commits that were added concurrently.
 */
const ROUNDS = 3;
const LONGER = 4_000;

const { path } = workerData as { path: string };
const database = new BetterSqlite(path, { fileMustExist: true });
const checkpoint = () =>
  database.pragma('wal_checkpoint(passive)') as [{ readonly log: number; readonly checkpointed: number }];

parentPort?.on('message', () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const [{ log, checkpointed }] = checkpoint();
    if (log === checkpointed || log < LONGER) break;
  }
  parentPort?.postMessage('done');
});
