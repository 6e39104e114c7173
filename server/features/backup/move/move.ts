import { formatBytes } from '#contract/core/format-bytes';
import { randomUUID } from 'node:crypto';
import { withoutSecrets } from '#server/core/db/arrive';
import { openTableReader, openTableWriter } from '#server/core/db/dialects/open-table-copy';
import type { TableWriter } from '#server/core/db/dialects/table-copy';
import { type MoveState, readMoveState, writeMoveState } from '#server/core/db/move-state';
import { OperatorError } from '#server/core/errors';
import { listFiles } from '../backup-files.ts';
import { withClosing } from '../closing.ts';
import { type ChangeCopier, copyChanges } from './copy-changes.ts';
import { type FileCopier, openFileCopier } from './copy-files.ts';
import { copyTables } from './copy-tables.ts';
import type { MoveSide } from './move-side.ts';
import { type MoveLease, startOf, takeLease } from './move-progress.ts';
import { assertFreeSpace, assertTargetIsFree, prepareTarget } from './move-target.ts';
import { countOf } from '#contract/core/format-count';
import type { PrintLine } from '#server/core/command-output';
import { createProgress } from './progress.ts';
import { switchOver } from './switch-over.ts';
import { type TableHashes, assertSameCounts, hashTables } from './table-hashes.ts';

/** Changes are paused after a round that is shorter than this, or at most this long and not shorter than the round before. */
const SHORT_ROUND_MS = 300;
const PAUSE_ROUND_MS = 1_500;
const MAX_ROUNDS = 100;
const MAX_PAUSES = 10;

export interface MoveReport {
  readonly tables: number;
  readonly rows: number;
  readonly pauseSeconds: number;
  /** Keys of referenced files that are missing in the source. */
  readonly missing: readonly string[];
}

interface Move {
  readonly source: MoveSide;
  readonly target: MoveSide;
  readonly lease: MoveLease;
  readonly files: FileCopier;
  readonly writer: TableWriter;
}

/** Starts a move, or continues a move to the same target. @throws OperatorError when the target cannot be used */
export async function beginMove(source: MoveSide, target: MoveSide): Promise<MoveState> {
  const { kysely, dialect } = source.database;
  const existing = await readMoveState(kysely);
  const isSame =
    existing?.database_url === target.databaseUrl && existing.blob_store_url === target.blobStoreUrl;
  if (existing?.phase === 'copying' && !isSame)
    throw new OperatorError(
      `The move to ${withoutSecrets(existing.database_url)} didn’t finish. Run it again, or cancel it with lectern move --cancel.`,
    );
  await assertTargetIsFree(target, existing?.move_id);
  const reader = await openTableReader(source.databaseUrl);
  const { migrations } = reader;
  const files = await withClosing(reader, async () => {
    const list = await listFiles(reader);
    await assertFreeSpace(target, reader, list);
    return list;
  });
  await files.discard();
  if (existing?.phase !== 'copying') {
    // An earlier move cannot be reverted after this point.
    await kysely.deleteFrom('move_changes').execute();
    await writeMoveState(kysely, {
      move_id: randomUUID(),
      phase: 'copying',
      database_url: target.databaseUrl,
      blob_store_url: target.blobStoreUrl,
    });
  }
  const state = await readMoveState(kysely);
  if (!state) throw new Error('The state of the move is missing.');
  await prepareTarget(target, source, { state, migrations });
  await dialect.capture.start(kysely, reader.tables);
  return state;
}

async function copyFiles({ source, files, lease }: Move, print: PrintLine): Promise<void> {
  if (lease.progress.areFilesCopied) return;
  const reader = await openTableReader(source.databaseUrl, { skipsCounts: true });
  const list = await withClosing(reader, () => listFiles(reader));
  try {
    print(`Copying files: ${list.count}, ${formatBytes(list.bytes)}.`);
    const progress = createProgress('files', { print, lease, total: list.bytes });
    await files.copyAll(list.list(), ({ size }) => progress.add(size));
  } finally {
    await list.discard();
  }
  await lease.save({ areFilesCopied: true });
}

/** Drops the foreign keys of the target, so rows can be written in any order. Stored foreign keys of an interrupted move are kept. */
async function dropReferences({ target, lease }: Move): Promise<void> {
  const droppedReferences = await target.database.dialect.capture.dropReferences(target.database.kysely);
  const references = [...new Set([...lease.progress.references, ...droppedReferences])];
  await lease.save({ references });
}

/** Compares all rows of both databases. Users can make changes at the same time. */
async function compare(
  { target, lease }: Move,
  { copier, total }: { readonly copier: ChangeCopier; readonly total: number },
  print: PrintLine,
): Promise<TableHashes> {
  let hashes: TableHashes | undefined;
  const progress = createProgress('comparison', { print, lease, total });
  await copyChanges(copier, {
    async compare(from) {
      const to = await openTableReader(target.databaseUrl, { skipsCounts: true });
      hashes = await withClosing(to, () => hashTables(from, to, (rows) => progress.add(rows)));
    },
  });
  if (!hashes) throw new Error('The tables were not compared.');
  hashes.assertEqual();
  return hashes;
}

/** Copies changes in rounds until the next round is as short as possible. */
async function copyRemaining(copier: ChangeCopier, print: PrintLine): Promise<void> {
  let lastMs = 0;
  for (let round = 1; round <= MAX_ROUNDS; round += 1) {
    const start = performance.now();
    const rows = await copyChanges(copier);
    if (rows > 0) print(`Changes: ${countOf(rows, 'row')} copied.`);
    const ms = performance.now() - start;
    if (rows === 0 || ms < SHORT_ROUND_MS || (ms < PAUSE_ROUND_MS && round > 1 && ms >= lastMs)) return;
    lastMs = ms;
  }
}

/** Copies changes and compares the row counts of all tables. A missing row is found even if its change was not recorded. */
const compareCounts = (copier: ChangeCopier, { target }: Move): Promise<number> =>
  copyChanges(copier, {
    needsCounts: true,
    async compare(from) {
      const to = await openTableReader(target.databaseUrl);
      await withClosing(to, async () => assertSameCounts(from, to));
    },
  });

async function countRows({ source }: Move): Promise<{ tables: number; total: number }> {
  const reader = await openTableReader(source.databaseUrl);
  return withClosing(reader, async () => ({
    tables: reader.tables.length,
    total: reader.tables.reduce((sum, { rows }) => sum + rows, 0),
  }));
}

async function copyAndSwitch(move: Move, print: PrintLine): Promise<MoveReport> {
  const { source, target, lease, writer, files } = move;
  const { kysely, dialect } = target.database;
  await dropReferences(move);
  await copyFiles(move, print);
  const { tables, total } = await countRows(move);
  if (!lease.progress.isBack) {
    print(`Copying rows: ${total}.`);
    await copyTables(source.databaseUrl, { writer, lease }, print);
  }
  const copier = { source: source.database, sourceUrl: source.databaseUrl, writer, files };
  await copyRemaining(copier, print);
  print(`Comparing ${countOf(tables, 'table')}.`);
  const hashes = await compare(move, { copier, total }, print);
  await dialect.gatherStatistics(kysely);
  await startCapture(target);
  await compareCounts({ ...copier, hashes }, move);
  await lease.save({ current: startOf('changes') });
  for (let pauses = 0; pauses < MAX_PAUSES; pauses += 1) {
    await copyRemaining({ ...copier, hashes }, print);
    const pauseSeconds = await switchOver({ source, target, lease, copier: { ...copier, hashes } }, print);
    if (pauseSeconds !== undefined) return { tables, rows: total, pauseSeconds, missing: [...files.missing] };
  }
  throw new OperatorError('Changes come faster than they are copied. Run the move again at a quieter time.');
}

/** Starts to record changes in the target before its first use, so that the move can be reverted. */
async function startCapture({ database, databaseUrl }: MoveSide): Promise<void> {
  const reader = await openTableReader(databaseUrl, { skipsCounts: true });
  await withClosing(reader, () => database.dialect.capture.start(database.kysely, reader.tables));
}

/** Runs a started move from its stored progress. */
export async function runMove(
  { source, target, state }: { source: MoveSide; target: MoveSide; state: MoveState },
  print: PrintLine,
): Promise<MoveReport> {
  const lease = await takeLease(source.database.kysely, state);
  try {
    const files = await openFileCopier(source.blobs, target.blobs);
    return await withClosing(files, async () => {
      const options = { ignoresReferences: true, passesMove: lease.progress.isBack };
      const writer = await openTableWriter(target.databaseUrl, options);
      return withClosing(writer, () => copyAndSwitch({ source, target, lease, files, writer }, print));
    });
  } finally {
    await lease.release();
  }
}
