import type { ReaderOptions, TableReader, TableWriter, WriterOptions } from './table-copy.ts';

const isSqlite = (url: string): boolean => url.startsWith('file:');

/** Opens a snapshot of the database at a URL. Changes nothing. @throws the driver's error if it cannot be reached */
export async function openTableReader(url: string, options: ReaderOptions = {}): Promise<TableReader> {
  return isSqlite(url)
    ? (await import('./sqlite-copy.ts')).openSqliteReader(url, options)
    : (await import('./postgres-copy.ts')).openPostgresReader(url, options);
}

/** Opens the database at a URL for writing. @throws the driver's error if it cannot be reached or written */
export async function openTableWriter(url: string, options: WriterOptions = {}): Promise<TableWriter> {
  return isSqlite(url)
    ? (await import('./sqlite-copy.ts')).openSqliteWriter(url, options)
    : (await import('./postgres-copy.ts')).openPostgresWriter(url, options);
}
