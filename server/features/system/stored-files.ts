import type { Kysely } from 'kysely';
import type { Schema } from '#server/core/db/schema';

/** Rows summed in one query. Other work runs between two queries. */
const BATCH = 5_000;
const CACHE_MS = 10 * 60_000;

export interface StoredFiles {
  readonly files: number;
  readonly bytes: number;
  readonly measured_at: string;
}

async function measure(db: Kysely<Schema>): Promise<StoredFiles> {
  let files = 0;
  let bytes = 0;
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('files')
      .select(['key', 'size'])
      .where('key', '>', after)
      .orderBy('key')
      .limit(BATCH)
      .execute();
    files += rows.length;
    for (const { size } of rows) bytes += size;
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return { files, bytes, measured_at: new Date().toISOString() };
    after = last.key;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Returns the number and total size of files, cached for a while. */
export function createStoredFiles(db: Kysely<Schema>): () => Promise<StoredFiles> {
  let cachedFiles: { readonly files: Promise<StoredFiles>; readonly until: number } | undefined;
  return () => {
    if (cachedFiles && cachedFiles.until > Date.now()) return cachedFiles.files;
    const files = measure(db);
    cachedFiles = { files, until: Date.now() + CACHE_MS };
    files.catch(() => {
      cachedFiles = undefined;
    });
    return files;
  };
}
