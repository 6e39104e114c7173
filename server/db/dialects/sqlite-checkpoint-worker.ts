import { workerData } from 'node:worker_threads';
import BetterSqlite from 'better-sqlite3';

/*
 * A thread of its own (see sqlite-checkpoints.ts): moves what the log has into the file, as far as nobody reads it.
 */
const { path } = workerData as { path: string };
const database = new BetterSqlite(path, { fileMustExist: true });
database.pragma('wal_checkpoint(passive)');
database.close();
