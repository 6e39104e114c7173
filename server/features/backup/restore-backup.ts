import { createHash } from 'node:crypto';
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobStore } from '#server/core/blobs/blob-store';
import { openTableReader, openTableWriter } from '#server/core/db/dialects/open-table-copy';
import { migrate } from '#server/core/db/open';
import { verifyAuditLog } from '#server/core/audit-log/verify';
import { OperatorError } from '#server/core/errors';
import type { ArchiveEnd, Header } from './archive-format.ts';
import { type ArchiveEntry, type ArchiveReader, cellsOf } from './archive-reader.ts';
import { withClosing } from './closing.ts';
import type { RestoreTarget } from './restore-target.ts';
import { createRowsHash } from './rows-hash.ts';
import { beginRestore, endRestore, markRowsRestored } from './restore-progress.ts';

export interface RestoreReport {
  readonly rows: number;
  readonly files: number;
  /** The number of files from an earlier, interrupted restore. */
  readonly filesRetained: number;
  /** The number of audit-log entries. */
  readonly entries: number;
}

type EntryOf<Kind extends ArchiveEntry['kind']> = Extract<ArchiveEntry, { kind: Kind }>;

const damagedError = (section: string) => new OperatorError(`The backup is damaged in ${section}.`);

/** Writes the rows of one table up to its `tableEnd` frame. */
async function restoreRows(
  entries: AsyncIterator<ArchiveEntry>,
  table: Header['tables'][number],
  writer: Awaited<ReturnType<typeof openTableWriter>> | undefined,
): Promise<EntryOf<'tableEnd'>> {
  const hash = createRowsHash();
  let count = 0;
  for (;;) {
    const { value: entry } = (await entries.next()) as IteratorResult<ArchiveEntry, undefined>;
    if (entry?.kind === 'rows') {
      for (const line of entry.lines) hash.add(line);
      count += entry.lines.length;
      await writer?.insert(table, entry.lines.map(cellsOf));
    } else if (entry?.kind === 'tableEnd') {
      if (entry.rows !== count || entry.hash !== hash.digest() || table.rows !== count)
        throw damagedError(`table ${table.name}`);
      return entry;
    } else throw damagedError(`table ${table.name}`);
  }
}

/** Returns true when the file storage contains the file with the same content. */
async function hasFile(blobs: BlobStore, { key, size }: EntryOf<'file'>, sha256: string): Promise<boolean> {
  if ((await blobs.stat(key))?.size !== size) return false;
  const stream = await blobs.open(key);
  if (!stream) return false;
  const hash = createHash('sha256');
  for await (const chunk of stream as AsyncIterable<Buffer>) hash.update(chunk);
  return hash.digest('hex') === sha256;
}

async function receiveFile(
  entries: AsyncIterator<ArchiveEntry>,
  key: string,
  file: FileHandle,
): Promise<string> {
  const hash = createHash('sha256');
  for (;;) {
    const { value: entry } = (await entries.next()) as IteratorResult<ArchiveEntry, undefined>;
    if (entry?.kind === 'bytes') {
      hash.update(entry.bytes);
      await file.writeFile(entry.bytes);
    } else if (entry?.kind === 'fileEnd') {
      if (entry.sha256 !== hash.digest('hex')) throw damagedError(`file ${key}`);
      return entry.sha256;
    } else throw damagedError(`file ${key}`);
  }
}

/** Restores a file. @returns true when the file storage already contained it */
async function restoreFile(
  entries: AsyncIterator<ArchiveEntry>,
  entry: EntryOf<'file'>,
  { blobs, path }: { readonly blobs: BlobStore; readonly path: string },
): Promise<boolean> {
  const file = await open(path, 'w');
  const sha256 = await withClosing(file, () => receiveFile(entries, entry.key, file));
  // An interrupted restore may have moved the file to the retained files.
  if (entry.is_retained) await blobs.retained.release(entry.key);
  const wasStored = await hasFile(blobs, entry, sha256);
  if (!wasStored) {
    await blobs.remove(entry.key);
    await blobs.put(entry.key, path, entry.media_type);
  }
  if (entry.is_retained) await blobs.retained.take(entry.key);
  return wasStored;
}

/** @throws OperatorError with the first table whose rows differ from the archive */
async function compareTables(databaseUrl: string, tables: ArchiveEnd['tables']): Promise<void> {
  const reader = await openTableReader(databaseUrl);
  try {
    for (const table of reader.tables) {
      const expected = tables[table.name];
      if (!expected) continue;
      const hash = createRowsHash();
      for await (const rows of reader.rows(table)) for (const row of rows) hash.add(row);
      if (hash.digest() !== expected.hash)
        throw new OperatorError(`The restored table ${table.name} differs from the backup.`);
    }
  } finally {
    await reader.close();
  }
}

/**
 * Restores an archive into an empty database and empty file storage. An interrupted restore can be repeated: restored rows and files
 * are checked and not written again.
 * @throws OperatorError when the target is not empty, another process restores into it, the archive is damaged, or the restored data
 * differs from the archive
 */
export async function restoreBackup(archive: ArchiveReader, target: RestoreTarget): Promise<RestoreReport> {
  const { areRowsRestored, release } = await beginRestore(target, archive.header);
  try {
    return await restoreAll(archive, target, areRowsRestored);
  } finally {
    await release();
  }
}

async function restoreAll(
  archive: ArchiveReader,
  target: RestoreTarget,
  areRowsRestored: boolean,
): Promise<RestoreReport> {
  const { header } = archive;
  const { database, blobs, databaseUrl, scratchFolder, progress } = target;
  const total = header.tables.length + header.files.count;
  const shapes = new Map(header.tables.map((table) => [table.name, table]));
  const writer = areRowsRestored ? undefined : await openTableWriter(databaseUrl);
  for (const { name } of header.tables.toReversed()) await writer?.clear(name);
  const folder = await mkdtemp(join(scratchFolder, 'restore-'));
  const entries = archive.entries()[Symbol.asyncIterator]();
  const tables: ArchiveEnd['tables'] = {};
  const fileHashes = createHash('sha256');
  let files = 0;
  let filesRetained = 0;
  let isWriting = writer !== undefined;

  /** Runs after the last row, at the first `file` frame or the `end` frame. */
  async function finishRows(): Promise<void> {
    if (!isWriting) return;
    isWriting = false;
    await writer?.setLastIds(header.last_ids);
    await writer?.commit();
    await compareTables(databaseUrl, tables);
    await markRowsRestored(database.kysely);
  }

  try {
    for (;;) {
      const { value: entry } = (await entries.next()) as IteratorResult<ArchiveEntry, undefined>;
      if (!entry) throw damagedError('the end');
      if (entry.kind === 'table') {
        const shape = shapes.get(entry.name);
        if (!shape) throw damagedError(`table ${entry.name}`);
        const { rows, hash } = await restoreRows(entries, shape, writer);
        tables[entry.name] = { rows, hash };
        await writer?.commit();
        progress?.(Object.keys(tables).length / total);
      } else if (entry.kind === 'file') {
        await finishRows();
        const wasStored = await restoreFile(entries, entry, { blobs, path: join(folder, 'file') });
        fileHashes.update(`${entry.key} ${entry.size}\n`);
        files += 1;
        progress?.((header.tables.length + files) / total);
        if (wasStored) filesRetained += 1;
      } else if (entry.kind === 'end') {
        await finishRows();
        const isSame =
          JSON.stringify(entry.tables) === JSON.stringify(tables) &&
          shapes.size === Object.keys(tables).length &&
          entry.files === files &&
          entry.files_hash === fileHashes.digest('hex');
        if (!isSame) throw damagedError('the end');
        break;
      } else throw damagedError('the order of its sections');
    }
    // The reader reports bytes after the last frame as an error.
    await entries.next();
  } finally {
    await writer?.close();
    await rm(folder, { recursive: true, force: true });
  }
  await endRestore(database.kysely);
  await migrate(database);
  const { broken, entries: auditEntries } = await verifyAuditLog(database.kysely);
  if (broken)
    throw new OperatorError(
      `All data is restored, but the backup has a changed audit log: entry ${broken.entryId} ${broken.reason}.`,
    );
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
  return { rows, files, filesRetained, entries: auditEntries };
}
