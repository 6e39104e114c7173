import { parentPort, workerData } from 'node:worker_threads';
import BetterSqlite from 'better-sqlite3';
import { LRUCache } from 'lru-cache';
import { type IdListRow, readIdList } from '../id-list.ts';
import type { IdReply, IdRequest } from './sqlite-id-reader.ts';

const { path } = workerData as { path: string };
const database = new BetterSqlite(path, { readonly: true });
database.pragma('cache_size = -4000');
/** Preparing a search takes longer than reading a short list. */
const statements = new LRUCache<string, BetterSqlite.Statement>({ max: 50 });
const port = parentPort;
if (!port) throw new Error('Runs as a thread only.');

function statementOf(text: string): BetterSqlite.Statement {
  const cachedStatement = statements.get(text);
  if (cachedStatement) return cachedStatement;
  const statement = database.prepare(text);
  statements.set(text, statement);
  return statement;
}

port.on('message', ({ id, sql, parameters }: IdRequest) => {
  try {
    const list = readIdList(statementOf(sql).get(...parameters) as IdListRow);
    const buffers = [list.ids.buffer, ...(list.keys ? [list.keys.buffer] : [])];
    port.postMessage({ id, list } satisfies IdReply, buffers);
  } catch (error) {
    port.postMessage({ id, failure: String(error) } satisfies IdReply);
  }
});
