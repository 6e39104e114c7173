import { inTransaction } from '#server/core/db/transaction';
import { NEVER, type MoveState, updateMoveState } from '#server/core/db/move-state';
import { continueMove } from '#server/core/db/arrive';
import { OperatorError } from '#server/core/errors';
import { type ChangeCopier, copyChanges } from './copy-changes.ts';
import type { MoveSide } from './move-side.ts';
import type { MoveLease } from './move-progress.ts';
import { countOf } from '#contract/core/format-count';
import type { PrintLine } from '#server/core/command-output';
import type { TableHashes } from './table-hashes.ts';

/** The maximum pause of changes. The clock of the database ends the pause, even if this process stops. */
const PAUSE_MS = 10_000;

export interface Switch {
  readonly source: MoveSide;
  readonly target: MoveSide;
  readonly copier: ChangeCopier & { readonly hashes: TableHashes };
  readonly lease: MoveLease;
}

async function pause({ database }: MoveSide): Promise<void> {
  const { capture } = database.dialect;
  await inTransaction(database, async (trx) => {
    await capture.lockWriters(trx);
    const until = (await capture.now(trx)).getTime() + PAUSE_MS;
    await updateMoveState(trx, { paused_until: new Date(until).toISOString() });
  });
}

/** Commits the switch in the source. @returns the new state, or undefined when a change is not copied */
async function commitSwitch({ database }: MoveSide): Promise<MoveState | undefined> {
  return inTransaction(database, async (trx) => {
    await database.dialect.capture.lockWriters(trx);
    const change = await trx.selectFrom('move_changes').select('table_name').limit(1).executeTakeFirst();
    if (change) return undefined;
    return trx
      .updateTable('move_state')
      .set({ phase: 'moved', switched_at: new Date().toISOString(), paused_until: NEVER, progress: '{}' })
      .where('phase', '=', 'copying')
      .returningAll()
      .executeTakeFirst();
  });
}

async function activate(state: MoveState, source: MoveSide, target: MoveSide): Promise<void> {
  if (!(await continueMove(target.database, state, source)))
    throw new OperatorError('The target has the data of another move. Nothing was changed in it.');
}

/** Activates the target and validates its foreign keys. Repeated calls are safe. */
export async function finishSwitch(state: MoveState, source: MoveSide, target: MoveSide): Promise<void> {
  await activate(state, source, target);
  await target.database.dialect.capture.checkReferences(target.database.kysely);
}

/**
 * Pauses changes, copies the last ones, compares the hashes of all tables and activates the target, in this order. The switch is one
 * commit in the source. The duration of each step depends on the last changes only, not on the size of the catalogue.
 * @returns the duration of the pause in seconds, or undefined when the pause ended first and the source stays active
 */
export async function switchOver(
  { source, target, copier, lease }: Switch,
  print: PrintLine,
): Promise<number | undefined> {
  const { capture } = target.database.dialect;
  const start = performance.now();
  await pause(source);
  print('Changes are paused.');
  let state: MoveState | undefined;
  try {
    const rows = await copyChanges(copier);
    copier.hashes.assertEqual();
    await capture.addReferences(target.database.kysely, lease.progress.references);
    print(`The last ${countOf(rows, 'changed row')} copied, all tables compared.`);
    state = await commitSwitch(source);
  } finally {
    if (!state) await updateMoveState(source.database.kysely, { paused_until: NEVER });
  }
  if (!state) {
    const seconds = (performance.now() - start) / 1000;
    await capture.dropReferences(target.database.kysely);
    print(
      `Changes resumed after ${seconds.toFixed(1)} s, before the switch. They are copied before the next attempt.`,
    );
    return undefined;
  }
  await activate(state, source, target);
  const seconds = (performance.now() - start) / 1000;
  // The pause is over. The validation reads all rows while users make changes.
  await capture.checkReferences(target.database.kysely);
  return seconds;
}
