import { parentPort, workerData } from 'node:worker_threads';
import BetterSqlite from 'better-sqlite3';
import { type IdListRow, readIdList } from '../id-list.ts';
import type { IdReply, IdRequest } from './sqlite-id-reader.ts';

/** More than SQLite maps at most. */
const MAPPED_BYTES = 2 ** 40;

const { path } = workerData as { path: string };
const database = new BetterSqlite(path, { readonly: true });
// What this thread reads of the file lies in the system's memory, which any commit would empty a cache of its own of.
database.pragma(`mmap_size = ${MAPPED_BYTES}`);
const port = parentPort;
if (!port) throw new Error('Runs as a thread only.');

port.on('message', ({ id, sql, parameters }: IdRequest) => {
  try {
    const list = readIdList(database.prepare(sql).get(...parameters) as IdListRow);
    const buffers = [list.ids.buffer, ...(list.keys ? [list.keys.buffer] : [])];
    port.postMessage({ id, list } satisfies IdReply, buffers);
  } catch (error) {
    port.postMessage({ id, failure: String(error) } satisfies IdReply);
  }
});
