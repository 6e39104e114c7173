import { formatBytes } from '#contract/core/format-bytes';
import { type Addresses, withoutSecrets } from '#server/core/db/arrive';
import { openTableReader } from '#server/core/db/dialects/open-table-copy';
import {
  BACK_MS,
  type MoveState,
  clearMoveState,
  readMoveState,
  updateMoveState,
} from '#server/core/db/move-state';
import { assertMigrated } from '#server/core/db/open';
import { OperatorError } from '#server/core/errors';
import { listFiles } from '../backup-files.ts';
import { withClosing } from '../closing.ts';
import { type MoveReport, beginMove, runMove } from './move.ts';
import { type MoveSide, assertDifferentTarget, openSide } from './move-side.ts';
import { isRunning, readProgress } from './move-progress.ts';
import { assertFreeSpace, assertTargetIsFree } from './move-target.ts';
import { countOf } from '#contract/core/format-count';
import type { PrintLine } from '#server/core/command-output';
import { durationOf } from './progress.ts';
import { finishSwitch } from './switch-over.ts';

export interface MoveConfig extends Addresses {
  readonly blobTimeoutMs: number;
}

/** The rate on one core. Remote databases and file stores can be slower. */
const ROWS_PER_SECOND = 10_000;
const BYTES_PER_SECOND = 20e6;
const MAX_NAMED = 20;

async function withSides<Result>(
  config: MoveConfig,
  target: Addresses,
  work: (source: MoveSide, target: MoveSide) => Promise<Result>,
): Promise<Result> {
  assertDifferentTarget(config, target);
  const from = await openSide(config, config.blobTimeoutMs);
  return withClosing(from, async () => {
    await assertMigrated(from.database);
    const to = await openSide(target, config.blobTimeoutMs);
    return withClosing(to, () => work(from, to));
  });
}

function assertNotMoved(state: MoveState | undefined): void {
  if (state?.phase === 'moved')
    throw new OperatorError(
      `The catalogue has moved to ${withoutSecrets(state.database_url)} already. Set DATABASE_URL and BLOB_STORE_URL.`,
    );
}

function printReport(
  { tables, rows, pauseSeconds, missing }: MoveReport,
  target: Addresses,
  print: PrintLine,
): void {
  print('');
  print(
    `Moved: ${countOf(rows, 'row')} in ${countOf(tables, 'table')}, all compared. Changes were paused for ${pauseSeconds.toFixed(1)} s.`,
  );
  if (missing.length > 0) print(`Files that are missing in the source: ${missing.length}`);
  for (const key of missing.slice(0, MAX_NAMED)) print(`  ${key}`);
  print(
    'Running servers and workers use the new database and file storage. Now set, for each of them and for commands:',
  );
  print(`  DATABASE_URL    ${withoutSecrets(target.databaseUrl)}`);
  print(`  BLOB_STORE_URL  ${withoutSecrets(target.blobStoreUrl)}`);
  print('To move back within 24 hours, with all changes since, run lectern move --back.');
}

/** Moves the configured catalogue to the target. @throws OperatorError when the target cannot be used */
export async function move(config: MoveConfig, target: Addresses, print: PrintLine): Promise<void> {
  const start = performance.now();
  await withSides(config, target, async (from, to) => {
    const existing = await readMoveState(from.database.kysely);
    if (existing?.phase === 'moved' && existing.database_url === target.databaseUrl) {
      // An earlier process was killed after the switch.
      await finishSwitch(existing, from, to);
      print('The catalogue has moved.');
      return;
    }
    assertNotMoved(existing);
    const state = await beginMove(from, to);
    const report = await runMove({ source: from, target: to, state }, print);
    printReport(report, target, print);
    print(`The move took ${durationOf((performance.now() - start) / 1000)}.`);
  });
}

/** Checks the target and estimates size and time without changes. */
export async function planMove(config: MoveConfig, target: Addresses, print: PrintLine): Promise<void> {
  await withSides(config, target, async (from, to) => {
    const state = await readMoveState(from.database.kysely);
    assertNotMoved(state);
    await assertTargetIsFree(to, state?.move_id);
    const reader = await openTableReader(config.databaseUrl);
    await withClosing(reader, async () => {
      const files = await listFiles(reader);
      await files.discard();
      await assertFreeSpace(to, reader, files);
      const rows = reader.tables.reduce((sum, table) => sum + table.rows, 0);
      print(`Database: ${countOf(rows, 'row')}, ${formatBytes(reader.bytes)}.`);
      print(`Files: ${files.count}, ${formatBytes(files.bytes)}.`);
      const seconds = rows / ROWS_PER_SECOND + files.bytes / BYTES_PER_SECOND;
      print(`Estimated time: ${durationOf(seconds)}, with changes paused for at most 10 s at the end.`);
      print('The target is empty and can be reached. Nothing was changed.');
    });
  });
}

/** Returns the addresses of the current and the former catalogue. Either can be configured. */
async function findReturn(config: MoveConfig): Promise<{ current: Addresses; former: Addresses }> {
  const location = await openSide(config, config.blobTimeoutMs);
  const state = await withClosing(location, () => readMoveState(location.database.kysely));
  const other = state && { databaseUrl: state.database_url, blobStoreUrl: state.blob_store_url };
  if (!other) throw new OperatorError('This catalogue was not moved within the last 24 hours.');
  return state.phase === 'moved' ? { current: other, former: config } : { current: config, former: other };
}

/** Moves the catalogue back with all changes since the move. @throws OperatorError when the move cannot be reverted */
export async function moveBack(config: MoveConfig, print: PrintLine): Promise<void> {
  const { current, former } = await findReturn(config);
  await withSides({ ...config, ...current }, former, async (from, to) => {
    const { kysely } = from.database;
    const state = await readMoveState(kysely);
    const formerState = await readMoveState(to.database.kysely);
    if (state?.phase === 'moved' && formerState) {
      await finishSwitch(state, from, to);
      print('The catalogue has moved back.');
      return;
    }
    const isBegun = state?.phase === 'copying' && readProgress(state).isBack;
    if (!state || !(isBegun || state.phase === 'arrived') || formerState?.move_id !== state.move_id)
      throw new OperatorError('This catalogue was not moved within the last 24 hours.');
    if (!isBegun && Date.parse(state.switched_at ?? '') + BACK_MS < Date.now())
      throw new OperatorError(
        'The move was more than 24 hours ago, so it can’t be reverted. Move with --to instead.',
      );
    if (!isBegun)
      await updateMoveState(kysely, {
        phase: 'copying',
        progress: JSON.stringify({ isBack: true, areFilesCopied: true }),
      });
    const report = await runMove({ source: from, target: to, state: await currentState(from) }, print);
    printReport(report, former, print);
  });
}

async function currentState({ database }: MoveSide): Promise<MoveState> {
  const state = await readMoveState(database.kysely);
  if (!state) throw new Error('The state of the move is missing.');
  return state;
}

/** Cancels an unfinished move. Copied data is not deleted from the target. */
export async function cancelMove(config: MoveConfig, print: PrintLine): Promise<void> {
  const location = await openSide(config, config.blobTimeoutMs);
  await withClosing(location, async () => {
    const { kysely, dialect } = location.database;
    const state = await readMoveState(kysely);
    if (state?.phase !== 'copying') throw new OperatorError('No move is in progress.');
    if (isRunning(state)) throw new OperatorError('Another process runs this move. Stop it first.');
    if (readProgress(state).isBack) {
      await updateMoveState(kysely, { phase: 'arrived', progress: '{}' });
      print('The move back was cancelled. It can be started again.');
      return;
    }
    await dialect.capture.stop(kysely);
    await clearMoveState(kysely);
    print(
      `The move was cancelled. Delete what was copied to ${withoutSecrets(state.database_url)} and ${withoutSecrets(state.blob_store_url)}.`,
    );
  });
}
