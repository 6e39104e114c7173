import { sql } from 'kysely';
import { openTableReader } from '#server/core/db/dialects/open-table-copy';
import type { TableReader, TableShape, TableWriter } from '#server/core/db/dialects/table-copy';
import type { Database } from '#server/core/db/open';
import { type BackupFile, fileOfRow } from '../backup-files.ts';
import { withClosing } from '../closing.ts';
import type { FileCopier } from './copy-files.ts';
import type { TableHashes } from './table-hashes.ts';

const PAGE = 500;
const FORGET_AT_ONCE = 200;

interface Change {
  readonly table: string;
  readonly key: string;
  readonly revision: number;
}

interface ChangePage {
  readonly table: TableShape;
  readonly keys: readonly string[];
}

const changeColumns = ['row_key', 'revision', 'table_name'] as const;

async function* listChanges(reader: TableReader): AsyncIterable<Change> {
  for await (const rows of reader.rows({ name: 'move_changes', columns: changeColumns }))
    for (const [key, revision, table] of rows)
      yield { table: String(table), key: String(key), revision: Number(revision) };
}

/** Yields the changed keys of a snapshot in pages. Each page contains keys of one table. */
async function* changePages(reader: TableReader): AsyncIterable<ChangePage> {
  const shapes = new Map(reader.tables.map((table) => [table.name, table]));
  const open = new Map<string, string[]>();
  for await (const { table, key } of listChanges(reader)) {
    const keys = open.get(table) ?? [];
    keys.push(key);
    open.set(table, keys);
    if (keys.length < PAGE) continue;
    open.delete(table);
    yield { table: shapeOf(shapes, table), keys };
  }
  for (const [table, keys] of open) yield { table: shapeOf(shapes, table), keys };
}

function shapeOf(shapes: ReadonlyMap<string, TableShape>, name: string): TableShape {
  const shape = shapes.get(name);
  if (!shape) throw new Error(`There is no table ${name}.`);
  return shape;
}

/**
 * Deletes copied changes. A change that was recorded again has another revision and is not deleted. Locked rows are skipped, because
 * waiting for their locks can cause a deadlock.
 */
async function forget({ kysely, dialect }: Database, changes: readonly Change[]): Promise<void> {
  const doneChanges = sql.join(
    changes.map(
      ({ table, key, revision }) =>
        sql`(table_name = ${table} and row_key = ${key} and revision = ${sql.lit(revision)})`,
    ),
    sql` or `,
  );
  await sql`
    delete from move_changes where (table_name, row_key) in
      (select table_name, row_key from move_changes where ${doneChanges} ${dialect.skipLocked()})
  `.execute(kysely);
}

async function forgetAll(database: Database, reader: TableReader): Promise<void> {
  let batch: Change[] = [];
  for await (const change of listChanges(reader)) {
    batch.push(change);
    if (batch.length < FORGET_AT_ONCE) continue;
    await forget(database, batch);
    batch = [];
  }
  if (batch.length > 0) await forget(database, batch);
}

const fileTables = new Set(['files', 'retained_files']);

/** Copies the files of changed rows and deletes the files of deleted rows. */
async function copyChangedFiles(reader: TableReader, copier: FileCopier): Promise<void> {
  const tables = reader.tables.filter(({ name }) => fileTables.has(name));
  for await (const { table, keys } of changePages(reader)) {
    if (!fileTables.has(table.name)) continue;
    const files = new Map<string, BackupFile>();
    for (const shape of tables)
      for (const row of await reader.find(shape, keys)) {
        const file = fileOfRow(shape, row);
        files.set(file.key, file);
      }
    for (const text of keys) {
      const [key] = JSON.parse(text) as [string];
      const file = files.get(key);
      if (file) await copier.copy(file);
      else await copier.remove(key);
    }
  }
}

export interface ChangeCopier {
  readonly source: Database;
  readonly sourceUrl: string;
  readonly writer: TableWriter;
  readonly files: FileCopier;
  /** Absent before the first comparison of the tables. */
  readonly hashes?: TableHashes | undefined;
}

async function copyRows(reader: TableReader, { writer, hashes }: ChangeCopier): Promise<number> {
  let rowCount = 0;
  // All rows are deleted before the first insert, because a unique value may have moved to another row.
  for await (const { table, keys } of changePages(reader)) {
    hashes?.removeOld(table.name, await writer.find(table, keys));
    await writer.remove(table, keys);
    rowCount += keys.length;
  }
  for await (const { table, keys } of changePages(reader)) {
    const rows = await reader.find(table, keys);
    if (rows.length > 0) await writer.insert(table, rows);
    hashes?.addNew(table.name, { inSource: rows, inTarget: await writer.find(table, keys) });
  }
  return rowCount;
}

interface Comparison {
  /** True if `compare` needs the row counts of the source. */
  readonly needsCounts?: boolean;
  /** Called with the snapshot of the source that the target equals. */
  compare(reader: TableReader): Promise<void>;
}

/**
 * Copies every row that changed since the last call, so the target equals a snapshot of the source. The next call copies the same
 * changes again if this one fails.
 * @returns the number of changed rows
 */
export async function copyChanges(copier: ChangeCopier, comparison?: Comparison): Promise<number> {
  const reader = await openTableReader(copier.sourceUrl, { skipsCounts: !comparison?.needsCounts });
  return withClosing(reader, async () => {
    await copyChangedFiles(reader, copier.files);
    const rowCount = await copyRows(reader, copier);
    await copier.writer.setLastIds(reader.lastIds);
    await copier.writer.commit();
    await comparison?.compare(reader);
    await forgetAll(copier.source, reader);
    return rowCount;
  });
}
