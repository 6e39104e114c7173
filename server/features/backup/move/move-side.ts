import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { BlobStore } from '#server/core/blobs/blob-store';
import { type Addresses, withoutSecrets } from '#server/core/db/arrive';
import { openBlobStore } from '#server/core/blobs/open';
import { sqlitePath } from '#server/core/db/dialects/sqlite-path';
import { type Database, openDatabase } from '#server/core/db/open';
import { OperatorError } from '#server/core/errors';

export interface MoveSide extends Addresses {
  readonly database: Database;
  readonly blobs: BlobStore;
  close(): Promise<void>;
}

/** Returns the path of a folder of files, or undefined for a bucket. */
export const folderOf = (blobStoreUrl: string): string | undefined =>
  blobStoreUrl.startsWith('file:') ? sqlitePath(blobStoreUrl) : undefined;

const identityOf = (url: string): string => {
  if (url.startsWith('file:')) return sqlitePath(url);
  const { hostname, port, pathname, searchParams } = new URL(url);
  return [hostname, port, pathname, searchParams.get('endpoint') ?? ''].join(' ');
};

/** @throws OperatorError when source and target have the same database or file storage */
export function assertDifferentTarget(source: Addresses, target: Addresses): void {
  if (identityOf(source.databaseUrl) === identityOf(target.databaseUrl))
    throw new OperatorError('The target database is the database in use. Choose another one.');
  if (identityOf(source.blobStoreUrl) === identityOf(target.blobStoreUrl))
    throw new OperatorError('The target file storage is the file storage in use. Choose another one.');
}

async function reach<Result>(url: string, open: () => Promise<Result>): Promise<Result> {
  try {
    return await open();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new OperatorError(`Can’t reach ${withoutSecrets(url)}: ${reason}`, { cause });
  }
}

/** Opens a database and a file store. @throws OperatorError when one of them cannot be reached */
export async function openSide(urls: Addresses, blobTimeoutMs: number): Promise<MoveSide> {
  const { databaseUrl, blobStoreUrl } = urls;
  const database = await reach(databaseUrl, async () => {
    if (databaseUrl.startsWith('file:')) await mkdir(dirname(sqlitePath(databaseUrl)), { recursive: true });
    return openDatabase(databaseUrl);
  });
  try {
    const blobs = await reach(blobStoreUrl, async () => {
      const store = await openBlobStore(blobStoreUrl, blobTimeoutMs);
      await store.ping();
      return store;
    });
    return {
      ...urls,
      database,
      blobs,
      async close() {
        await blobs.close();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}
