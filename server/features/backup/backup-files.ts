import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { finished } from 'node:stream/promises';
import { z } from 'zod';
import type { Cell, TableReader, TableShape } from '#server/core/db/dialects/table-copy';
import { fileSchema } from './archive-format.ts';

export type BackupFile = z.infer<typeof fileSchema>;

const retainedSchema = z.object({ media_type: z.string() });

/** The files that the rows of a snapshot refer to. */
export interface BackupFiles {
  readonly count: number;
  readonly bytes: number;
  list(): AsyncIterable<BackupFile>;
  discard(): Promise<void>;
}

/** Returns the cells of a row by column name. */
const recordOf = (columns: readonly string[], row: readonly Cell[]): Record<string, Cell> =>
  Object.fromEntries(columns.map((column, index) => [column, row[index] ?? null]));

/** Returns the file of a row of `files` or `retained_files`. */
export function fileOfRow({ name, columns }: TableShape, row: readonly Cell[]): BackupFile {
  const isRetained = name === 'retained_files';
  const { key, size, media_type, file } = recordOf(columns, row);
  const mediaType = isRetained
    ? retainedSchema.parse(JSON.parse(String(file))).media_type
    : String(media_type);
  return {
    key: String(key),
    media_type: mediaType,
    size: Number(size),
    is_retained: isRetained,
    is_shared: false,
  };
}

async function* filesOf(reader: TableReader): AsyncIterable<BackupFile> {
  for (const table of reader.tables) {
    if (table.name !== 'files' && table.name !== 'retained_files') continue;
    for await (const rows of reader.rows(table)) for (const row of rows) yield fileOfRow(table, row);
  }
}

/** Writes the list of files to a temporary file, because the list of a large catalogue needs too much memory. */
export async function listFiles(reader: TableReader): Promise<BackupFiles> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-backup-'));
  const path = join(folder, 'files.jsonl');
  const out = createWriteStream(path);
  let count = 0;
  let bytes = 0;
  for await (const file of filesOf(reader)) {
    count += 1;
    bytes += file.size;
    if (!out.write(`${JSON.stringify(file)}\n`))
      await new Promise<void>((resolve) => {
        out.once('drain', resolve);
      });
  }
  out.end();
  await finished(out);
  return {
    count,
    bytes,
    async *list() {
      for await (const line of createInterface({ input: createReadStream(path) }))
        yield fileSchema.parse(JSON.parse(line));
    },
    discard: () => rm(folder, { recursive: true, force: true }),
  };
}
