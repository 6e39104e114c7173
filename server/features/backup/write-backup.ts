import { randomUUID } from 'node:crypto';
import type { BlobStore } from '#server/core/blobs/blob-store';
import { holdFiles } from '#server/core/blobs/held-files';
import { openTableReader } from '#server/core/db/dialects/open-table-copy';
import type { TableReader } from '#server/core/db/dialects/table-copy';
import type { Database } from '#server/core/db/open';
import type { ArchiveEnd, Header } from './archive-format.ts';
import { openSink } from './archive-location.ts';
import { createSecret } from './archive-seal.ts';
import { type ArchiveWriter, createArchiveWriter } from './archive-writer.ts';
import { type BackupFiles, listFiles } from './backup-files.ts';
import { withClosing } from './closing.ts';
import { createRowPage } from './row-page.ts';
import { createRowsHash } from './rows-hash.ts';
import type { SharedFiles } from './shared-files.ts';
import { writeFiles } from './write-files.ts';

export interface BackupSource {
  readonly database: Database;
  readonly databaseUrl: string;
  readonly blobs: BlobStore;
  /** The product version. */
  readonly version: string;
}

export interface BackupTarget {
  /** A path, or `s3://BUCKET/NAME?endpoint=…&region=…`. */
  readonly location: string;
  /** The archive is not encrypted when absent. */
  readonly passphrase?: string | undefined;
  /** The shared files next to the archive. The archive contains all files when absent. */
  readonly shared?: SharedFiles | undefined;
  /** Called after the snapshot is created. */
  readonly onSnapshot?: (() => Promise<void>) | undefined;
  /** Called with the written fraction, from 0 to 1. */
  readonly progress?: ((fraction: number) => void) | undefined;
}

export interface BackupReport {
  readonly rows: number;
  readonly files: number;
  /** The size of all files. */
  readonly fileBytes: number;
  /** The size of the archive with all its files. */
  readonly bytes: number;
  /** The number of written bytes, without existing shared files. */
  readonly addedBytes: number;
  /** The time of the snapshot. */
  readonly createdAt: string;
  /** Keys of referenced files that are missing in the file storage. */
  readonly missing: readonly string[];
}

/** Sums the written bytes: estimates for rows, and exact sizes for files. */
function createMeter(total: number, { progress }: BackupTarget) {
  let doneBytes = 0;
  return (bytes: number): void => {
    doneBytes += bytes;
    progress?.(Math.min(1, doneBytes / Math.max(1, total)));
  };
}
type Meter = ReturnType<typeof createMeter>;

function headerOf(reader: TableReader, files: BackupFiles, { database, version }: BackupSource): Header {
  return {
    id: randomUUID(),
    version,
    created_at: new Date().toISOString(),
    engine: database.dialect.engine,
    database_bytes: reader.bytes,
    migrations: [...reader.migrations],
    tables: reader.tables.map(({ name, columns, rows }) => ({ name, columns: [...columns], rows })),
    last_ids: { ...reader.lastIds },
    files: { count: files.count, bytes: files.bytes },
  };
}

async function writeTables(
  archive: ArchiveWriter,
  reader: TableReader,
  meter: Meter,
): Promise<ArchiveEnd['tables']> {
  const tables: ArchiveEnd['tables'] = {};
  const allRows = reader.tables.reduce((sum, { rows }) => sum + rows, 0);
  const rowBytes = reader.bytes / Math.max(1, allRows);
  const page = createRowPage();
  const flush = async () => {
    const lines = page.take();
    if (lines.length > 0) await archive.rows(lines);
  };
  for (const table of reader.tables) {
    const hash = createRowsHash();
    let count = 0;
    await archive.json('table', { name: table.name });
    for await (const rows of reader.rows(table)) {
      for (const row of rows) {
        const line = JSON.stringify(row);
        hash.add(line);
        if (page.add(line)) continue;
        await flush();
        // A row can be larger than a page.
        if (!page.add(line)) await archive.rows(Buffer.from(line));
      }
      count += rows.length;
      meter(rows.length * rowBytes);
    }
    await flush();
    const end = { rows: count, hash: hash.digest() };
    await archive.json('tableEnd', end);
    tables[table.name] = end;
  }
  return tables;
}

/**
 * Writes one archive with all rows of a snapshot and all files that they refer to. Users can make changes at the same time.
 * @throws OperatorError when the target exists. The driver's error is thrown when the database accepts no changes.
 */
export async function writeBackup(source: BackupSource, target: BackupTarget): Promise<BackupReport> {
  const { shared } = target;
  const secret = shared ? shared.secret : await createSecret(target.passphrase);
  const sink = await openSink(target.location);
  try {
    const release = await holdFiles(source.database.kysely);
    try {
      const reader = await openTableReader(source.databaseUrl);
      await target.onSnapshot?.();
      const files = await listFiles(reader);
      try {
        const archive = await createArchiveWriter(sink, { secret, sharedFiles: shared?.folder ?? null });
        const header = headerOf(reader, files, source);
        const meter = createMeter(reader.bytes + files.bytes, target);
        await archive.json('header', header);
        const tables = await withClosing(reader, () => writeTables(archive, reader, meter));
        const onFile = ({ size }: { size: number }) => meter(size);
        const filesReport = await writeFiles(archive, { blobs: source.blobs, files, shared, onFile });
        const end: ArchiveEnd = { tables, files: filesReport.count, files_hash: filesReport.hash };
        await archive.json('end', end);
        await shared?.finish();
        const bytes = await sink.finish();
        return {
          rows: Object.values(tables).reduce((sum, table) => sum + table.rows, 0),
          files: filesReport.count,
          fileBytes: files.bytes,
          bytes: shared ? bytes + files.bytes : bytes,
          addedBytes: bytes + filesReport.sentBytes,
          createdAt: header.created_at,
          missing: filesReport.missing,
        };
      } finally {
        await files.discard();
      }
    } finally {
      await release();
    }
  } finally {
    await sink.discard();
    await shared?.discard();
  }
}
