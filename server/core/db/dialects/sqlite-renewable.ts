import { accessSync, constants, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { createCheckpoints } from './sqlite-checkpoints.ts';
import { createCommits } from './sqlite-commits.ts';
import { type SqliteConnection, connectSqlite } from './sqlite-connection.ts';
import type { SqliteConnections } from './sqlite-driver.ts';
import { createFlush } from './sqlite-flush.ts';
import { createIdReader } from './sqlite-id-reader.ts';
import { BUSY_MS, createQueue } from './sqlite-queue.ts';

function openWriter(path: string): BetterSqlite.Database {
  mkdirSync(dirname(path), { recursive: true });
  const database = new BetterSqlite(path, { timeout: BUSY_MS });
  database.pragma('journal_mode = WAL');
  // Commits are flushed in sqlite-flush.ts.
  database.pragma('synchronous = NORMAL');
  database.pragma('foreign_keys = ON');
  // Negative values are KiB. A larger cache saves nothing, because the system also caches the file.
  database.pragma('cache_size = -16000');
  database.pragma('temp_store = MEMORY');
  // Limits the rows that `analyze` reads, so that it is fast on large tables.
  database.pragma('analysis_limit = 1000');
  // From here on the driver waits for locks.
  database.pragma('busy_timeout = 0');
  return database;
}

/** Opens the connection for reads while the writer is taken. */
function openReader(path: string): BetterSqlite.Database {
  const database = new BetterSqlite(path, { readonly: true, timeout: BUSY_MS });
  database.pragma('temp_store = MEMORY');
  // The first read also opens the log, so that file and log are those of the writer even if they are replaced later.
  database.pragma('schema_version');
  database.pragma('busy_timeout = 0');
  return database;
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

interface OpenedConnections extends Omit<SqliteConnections, 'queue' | 'commits'> {
  readonly database: BetterSqlite.Database;
  readonly canWrite: boolean;
  readonly idReader: ReturnType<typeof createIdReader>;
}

function openAll(path: string, beforeWrite: () => void): OpenedConnections {
  const database = openWriter(path);
  return {
    database,
    canWrite: isWritable(path),
    idReader: createIdReader(path),
    writer: connectSqlite(database, beforeWrite),
    // Opens the log, which the flush below uses.
    reader: connectSqlite(openReader(path), () => undefined),
    checkpoints: createCheckpoints(database, path),
    flush: createFlush(`${path}-wal`),
  };
}

/**
 * Closes the reader last. If the writer were last, SQLite would remove the log and its shared memory. The next start would create them
 * again, which fails on a full disk. After the reader's close they remain, with an empty log.
 */
async function closeAll({
  database,
  idReader,
  checkpoints,
  flush,
  writer,
  reader,
}: OpenedConnections): Promise<void> {
  await idReader.close();
  await checkpoints.close();
  await flush.close();
  try {
    // The second checkpoint blocks writers of other processes, so the first one copies almost all of the log.
    database.pragma('wal_checkpoint(PASSIVE)');
    database.pragma('wal_checkpoint(TRUNCATE)');
  } catch {
    // Committed data is in the log.
  }
  writer.close();
  reader.close();
}

export interface RenewableConnections extends SqliteConnections {
  readonly database: () => BetterSqlite.Database;
  readonly idReader: () => OpenedConnections['idReader'];
  /**
   * Reopens all connections if the file was read-only when they were opened and is writable now. Open descriptors would remain read-only.
   */
  renew(): Promise<void>;
  close(): Promise<void>;
}

/** Opens all connections of this process to a database file. @param beforeWrite see `connectSqlite` */
export function openConnections(path: string, beforeWrite: () => void): RenewableConnections {
  let connections = openAll(path, beforeWrite);
  const queue = createQueue();
  const current = {
    queue,
    get writer(): SqliteConnection {
      return connections.writer;
    },
    get reader(): SqliteConnection {
      return connections.reader;
    },
    get checkpoints() {
      return connections.checkpoints;
    },
    get flush() {
      return connections.flush;
    },
  };
  const commits = createCommits(current);

  async function renew(): Promise<void> {
    if (connections.canWrite || !isWritable(path)) return;
    await queue.take();
    try {
      commits.commit();
      const old = connections;
      // All connections of a process share memory, which remains read-only until the last of them is closed.
      await closeAll(old);
      connections = openAll(path, beforeWrite);
    } finally {
      queue.give();
    }
  }

  return Object.assign(current, {
    commits,
    database: () => connections.database,
    idReader: () => connections.idReader,
    renew,
    async close() {
      // The changes of a running transaction are lost.
      if (!queue.isTaken()) commits.commit();
      await closeAll(connections);
    },
  });
}
