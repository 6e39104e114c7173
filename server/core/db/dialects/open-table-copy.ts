import type { TableReader, TableWriter } from './table-copy.ts';

const isSqlite = (url: string): boolean => url.startsWith('file:');

/** Opens a snapshot of the database at a URL. Changes nothing. @throws the driver's error when it cannot be reached */
export async function openTableReader(url: string): Promise<TableReader> {
  return isSqlite(url)
    ? (await import('./sqlite-copy.ts')).openSqliteReader(url)
    : (await import('./postgres-copy.ts')).openPostgresReader(url);
}

/** @throws the driver's error when the database cannot be reached or written */
export async function openTableWriter(url: string): Promise<TableWriter> {
  return isSqlite(url)
    ? (await import('./sqlite-copy.ts')).openSqliteWriter(url)
    : (await import('./postgres-copy.ts')).openPostgresWriter(url);
}
