import { formatBytes } from '#contract/core/format-bytes';
import { mkdir, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { sql } from 'kysely';
import { type Addresses, withoutSecrets } from '#server/core/db/arrive';
import type { TableReader } from '#server/core/db/dialects/table-copy';
import { sqlitePath } from '#server/core/db/dialects/sqlite-path';
import { createTables, restoreTable, tableNames } from '#server/core/db/migrations/migrations';
import { type MoveState, readMoveState, writeMoveState } from '#server/core/db/move-state';
import { OperatorError } from '#server/core/errors';
import type { BackupFiles } from '../backup-files.ts';
import { type MoveSide, folderOf } from './move-side.ts';

/** The space for indexes and for the database log during the copy. */
const DATABASE_FACTOR = 2;

/**
 * Returns the id of the move that writes to the database, or undefined for an empty database.
 * @throws OperatorError when the database has other content
 */
async function moveInto({ database, databaseUrl }: MoveSide): Promise<string | undefined> {
  const names = await tableNames(database.kysely);
  if (names.size === 0) return undefined;
  const { rows } = names.has(restoreTable)
    ? await sql<{ archive_id: string }>`select archive_id from ${sql.table(restoreTable)}`.execute(
        database.kysely,
      )
    : { rows: [] };
  if (rows[0]) return rows[0].archive_id;
  throw new OperatorError(`The database ${withoutSecrets(databaseUrl)} isn’t empty. Choose an empty one.`);
}

async function assertStoreIsEmpty({ blobs, blobStoreUrl }: MoveSide): Promise<void> {
  for (const list of [blobs.list(), blobs.retained.list()])
    for await (const { key } of list)
      throw new OperatorError(
        `The file storage ${withoutSecrets(blobStoreUrl)} isn’t empty (it has ${key}). Choose an empty one.`,
      );
}

/** @throws OperatorError when the target contains data that this move did not write */
export async function assertTargetIsFree(target: MoveSide, moveId: string | undefined): Promise<void> {
  const existing = await moveInto(target);
  if (existing === undefined) return assertStoreIsEmpty(target);
  if (existing !== moveId)
    throw new OperatorError(
      `Another move or restore into ${withoutSecrets(target.databaseUrl)} didn’t finish. Choose an empty database.`,
    );
}

async function freeBytes(folder: string): Promise<number> {
  await mkdir(folder, { recursive: true });
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** @throws OperatorError when the disk of a folder or of a SQLite database has too little free space */
export async function assertFreeSpace(
  target: Addresses,
  reader: Pick<TableReader, 'bytes'>,
  files: Pick<BackupFiles, 'bytes'>,
): Promise<void> {
  const filesFolder = folderOf(target.blobStoreUrl);
  const databaseFolder = target.databaseUrl.startsWith('file:')
    ? dirname(sqlitePath(target.databaseUrl))
    : undefined;
  const databaseBytes = databaseFolder === undefined ? 0 : reader.bytes * DATABASE_FACTOR;
  const fileBytes = filesFolder === undefined ? 0 : files.bytes;
  for (const folder of [filesFolder, databaseFolder]) {
    if (folder === undefined) continue;
    const free = await freeBytes(folder);
    // The database and the files can be on the same disk.
    if (free < databaseBytes + fileBytes)
      throw new OperatorError(
        `The move needs ${formatBytes(databaseBytes + fileBytes)}, and the disk of ${folder} has ${formatBytes(free)} free.`,
      );
  }
}

/** Creates the tables in an empty target. Servers do not start on the target before the move ends. */
export async function prepareTarget(
  target: MoveSide,
  source: MoveSide,
  { state, migrations }: { readonly state: MoveState; readonly migrations: readonly string[] },
): Promise<void> {
  const { kysely, dialect } = target.database;
  if ((await moveInto(target)) === undefined)
    await createTables(kysely, dialect, { migrations, archiveId: state.move_id });
  const rows = await kysely.selectFrom('migrations').select('name').execute();
  const createdTables = new Set(rows.map(({ name }) => name));
  if (createdTables.size !== migrations.length || migrations.some((name) => !createdTables.has(name)))
    throw new OperatorError('The move was started by another version. Cancel it with lectern move --cancel.');
  if (await readMoveState(kysely)) return;
  await writeMoveState(kysely, {
    move_id: state.move_id,
    phase: 'arriving',
    database_url: source.databaseUrl,
    blob_store_url: source.blobStoreUrl,
    started_at: state.started_at,
  });
}
