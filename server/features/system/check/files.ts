import { countOf, formatCount } from '#contract/core/format-count';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Selectable } from 'kysely';
import type { BlobStore } from '#server/core/blobs/blob-store';
import type { Database } from '#server/core/db/open';
import type { Schema } from '#server/core/db/schema';
import { STORED_HEAD_BYTES, hasContentOfType, storedTypeOf } from '#server/core/media/stored-types';

const BATCH = 500;
const AT_ONCE = 8;

type FileRow = Selectable<Schema['files']>;

export interface FilesReport {
  readonly checked: number;
  /** One sentence per problem. */
  readonly problems: readonly string[];
  /** Keys without a row. They are harmless, and the server deletes them after a day. */
  readonly surplus: readonly string[];
}

async function* allFiles({ kysely }: Database): AsyncIterable<FileRow[]> {
  for (let after = ''; ; ) {
    const rows = await kysely
      .selectFrom('files')
      .selectAll()
      .where('key', '>', after)
      .orderBy('key')
      .limit(BATCH)
      .execute();
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = last.key;
  }
}

async function errorOf(blobs: BlobStore, row: FileRow): Promise<string | undefined> {
  const stats = await blobs.stat(row.key);
  if (!stats) return `The file ${row.key} is missing.`;
  if (stats.size !== row.size)
    return `The file ${row.key} has ${countOf(stats.size, 'byte')} instead of ${formatCount(row.size)}.`;
  const head = await readHead(blobs, row);
  if (storedTypeOf(row.key) !== row.media_type || !hasContentOfType(row.key, head))
    return `The file ${row.key} doesn’t match its type (${row.media_type}).`;
  return undefined;
}

async function readHead(blobs: BlobStore, { key, size }: FileRow): Promise<Buffer> {
  if (size === 0) return Buffer.alloc(0);
  const stream: Readable | undefined = await blobs.open(key, {
    start: 0,
    end: Math.min(size, STORED_HEAD_BYTES) - 1,
  });
  return stream ? buffer(stream) : Buffer.alloc(0);
}

/** Returns the keys of files that are not served, but can be restored. */
async function retainedKeysOf({ kysely }: Database): Promise<ReadonlySet<string>> {
  const rows = await kysely.selectFrom('retained_files').select('key').execute();
  return new Set(rows.map(({ key }) => key));
}

/** Checks that every file in the database is stored with its size and type, and finds stored files without a row. */
export async function checkFiles(database: Database, blobs: BlobStore): Promise<FilesReport> {
  const problems: string[] = [];
  const keys = new Set<string>();
  for await (const rows of allFiles(database)) {
    for (const { key } of rows) keys.add(key);
    const waitingFiles = [...rows];
    const work = async () => {
      for (let row = waitingFiles.shift(); row; row = waitingFiles.shift()) {
        const problem = await errorOf(blobs, row);
        if (problem) problems.push(problem);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }
  const retainedKeys = await retainedKeysOf(database);
  for (const key of retainedKeys)
    if (!(await blobs.retained.stat(key)) && !(await blobs.stat(key)))
      problems.push(`The file ${key} (in the trash) is missing.`);
  const surplus: string[] = [];
  for await (const { key } of blobs.list()) if (!keys.has(key) && !retainedKeys.has(key)) surplus.push(key);
  for await (const { key } of blobs.retained.list())
    if (!keys.has(key) && !retainedKeys.has(key)) surplus.push(key);
  return { checked: keys.size, problems, surplus };
}
