import { createHash } from 'node:crypto';
import type { BlobStore } from '#server/core/blobs/blob-store';
import { openTableReader } from '#server/core/db/dialects/open-table-copy';
import type { ArchiveEnd } from './archive-format.ts';
import type { ArchiveReader } from './archive-reader.ts';
import { createRowsHash } from './rows-hash.ts';

/** Tables that change without edits of the catalogue. Differences in them are ignored. */
const busyTables: ReadonlySet<string> = new Set([
  'auth_challenges',
  'backups',
  'book_content_editors',
  'emails',
  'idempotency_keys',
  'jobs',
  'known_browsers',
  'notifications',
  'notifications_seen',
  'preview_links',
  'projection_state',
  'record_presence',
  'sessions',
  'settings',
  'sign_in_attempts',
  'throttles',
]);

export interface Comparison {
  readonly tables: readonly { readonly name: string; readonly before: number; readonly now: number }[];
  /** Keys of files that are missing in the file storage. */
  readonly missing: readonly string[];
  /** Keys of files that have different content in the file storage. */
  readonly changed: readonly string[];
  readonly files: number;
}

async function contentHash(blobs: BlobStore, key: string): Promise<string | undefined> {
  const stream = (await blobs.open(key)) ?? (await blobs.retained.open(key));
  if (!stream) return undefined;
  const hash = createHash('sha256');
  for await (const chunk of stream as AsyncIterable<Buffer>) hash.update(chunk);
  return hash.digest('hex');
}

/** Compares the rows of a database with those of an archive. */
async function compareTables(
  databaseUrl: string,
  tables: ArchiveEnd['tables'],
): Promise<Comparison['tables']> {
  const reader = await openTableReader(databaseUrl);
  const differences = [];
  try {
    for (const table of reader.tables) {
      if (busyTables.has(table.name)) continue;
      const hash = createRowsHash();
      for await (const rows of reader.rows(table)) for (const row of rows) hash.add(row);
      const expected = tables[table.name] ?? { rows: 0, hash: createRowsHash().digest() };
      if (expected.hash !== hash.digest())
        differences.push({ name: table.name, before: expected.rows, now: table.rows });
    }
  } finally {
    await reader.close();
  }
  return differences;
}

/**
 * Compares an archive with a catalogue without changes to either.
 * @throws OperatorError when the archive is damaged
 */
export async function compareBackup(
  archive: ArchiveReader,
  { databaseUrl, blobs }: { readonly databaseUrl: string; readonly blobs: BlobStore },
): Promise<Comparison> {
  const missingFiles: string[] = [];
  const changedFiles: string[] = [];
  let files = 0;
  let key = '';
  let tables: Comparison['tables'] = [];
  let hash = createHash('sha256');
  for await (const entry of archive.entries()) {
    if (entry.kind === 'file') {
      key = entry.key;
      hash = createHash('sha256');
    } else if (entry.kind === 'bytes') hash.update(entry.bytes);
    else if (entry.kind === 'fileEnd') {
      files += 1;
      const storedHash = await contentHash(blobs, key);
      if (storedHash === undefined) missingFiles.push(key);
      else if (storedHash !== entry.sha256 || hash.digest('hex') !== entry.sha256) changedFiles.push(key);
    } else if (entry.kind === 'end') tables = await compareTables(databaseUrl, entry.tables);
  }
  return { tables, missing: missingFiles, changed: changedFiles, files };
}
