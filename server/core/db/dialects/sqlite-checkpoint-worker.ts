import { parentPort, workerData } from 'node:worker_threads';
import BetterSqlite from 'better-sqlite3';

/*
 * A thread of its own (see sqlite-checkpoints.ts): moves what the log has into the file, as far as nobody reads it. A log that is in the
 * file as a whole is written from its start again, so that of a longer one what is committed meanwhile is moved as well, which is little.
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
