import { accessSync, constants, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { createCheckpoints } from './sqlite-checkpoints.ts';
import { type SqliteConnection, connectSqlite } from './sqlite-connection.ts';
import { BUSY_MS, type SqliteConnections, createTurns } from './sqlite-driver.ts';
import { createFlush } from './sqlite-flush.ts';
import { createIdReader } from './sqlite-id-reader.ts';

function openWriter(path: string): BetterSqlite.Database {
  mkdirSync(dirname(path), { recursive: true });
  const database = new BetterSqlite(path, { timeout: BUSY_MS });
  database.pragma('journal_mode = WAL');
  // Commits wait for the disk elsewhere (see sqlite-flush.ts).
  database.pragma('synchronous = NORMAL');
  database.pragma('foreign_keys = ON');
  // Negative means KiB: enough for the inner pages of every index of a large catalogue.
  database.pragma('cache_size = -32000');
  database.pragma('temp_store = MEMORY');
  // So that looking at a large table takes no time.
  database.pragma('analysis_limit = 1000');
  // From here on the driver waits.
  database.pragma('busy_timeout = 0');
  return database;
}

/** For reads while the writer is taken. */
function openReader(path: string): BetterSqlite.Database {
  const database = new BetterSqlite(path, { readonly: true, timeout: BUSY_MS });
  database.pragma('cache_size = -8000');
  database.pragma('temp_store = MEMORY');
  // The first read opens the log as well: file and log are the writer's, whatever lies there later.
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

interface Parts extends Omit<SqliteConnections, 'turns'> {
  readonly database: BetterSqlite.Database;
  readonly canWrite: boolean;
  readonly idReader: ReturnType<typeof createIdReader>;
}

function openAll(path: string, beforeWrite: () => void): Parts {
  const database = openWriter(path);
  return {
    database,
    canWrite: isWritable(path),
    idReader: createIdReader(path),
    writer: connectSqlite(database, beforeWrite),
    // Opens the log, which is flushed below.
    reader: connectSqlite(openReader(path), () => undefined),
    checkpoints: createCheckpoints(database, path),
    flush: createFlush(`${path}-wal`),
  };
}

/**
 * The writer's close would move the log into the file and remove it, and what is shared in memory with it. The next start would have to
 * make them anew, which it cannot on a full disk. A reader that is closed last leaves them where they are, the log empty.
 */
async function closeAll({ database, idReader, checkpoints, flush, writer, reader }: Parts): Promise<void> {
  await idReader.close();
  await checkpoints.close();
  await flush.close();
  try {
    database.pragma('wal_checkpoint(TRUNCATE)');
  } catch {
    // Committed data is in the log.
  }
  writer.close();
  reader.close();
}

export interface SqliteParts extends SqliteConnections {
  readonly database: () => BetterSqlite.Database;
  readonly idReader: () => Parts['idReader'];
  /** Opens everything again when the file could only be read and can be written by now: its descriptors remain as they were opened. */
  renew(): Promise<void>;
  close(): Promise<void>;
}

/** All connections of this process to a database file. @param beforeWrite see `connectSqlite` */
export function openParts(path: string, beforeWrite: () => void): SqliteParts {
  let parts = openAll(path, beforeWrite);
  const turns = createTurns();

  async function renew(): Promise<void> {
    if (parts.canWrite || !isWritable(path)) return;
    await turns.take();
    try {
      const old = parts;
      // Shared memory belongs to all connections of a process, and is read-only until the last of them is closed.
      await closeAll(old);
      parts = openAll(path, beforeWrite);
    } finally {
      turns.give();
    }
  }

  return {
    database: () => parts.database,
    idReader: () => parts.idReader,
    get writer(): SqliteConnection {
      return parts.writer;
    },
    get reader(): SqliteConnection {
      return parts.reader;
    },
    get checkpoints() {
      return parts.checkpoints;
    },
    get flush() {
      return parts.flush;
    },
    turns,
    renew,
    close: () => closeAll(parts),
  };
}
