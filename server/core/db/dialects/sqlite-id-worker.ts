import { parentPort, workerData } from 'node:worker_threads';
import BetterSqlite from 'better-sqlite3';
import { type IdListRow, readIdList } from '../id-list.ts';
import type { IdReply, IdRequest } from './sqlite-id-reader.ts';

const { path } = workerData as { path: string };
const database = new BetterSqlite(path, { readonly: true });
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
