import type { Kysely } from 'kysely';
import { z } from 'zod';
import { NEVER, type MoveState, updateMoveState } from '#server/core/db/move-state';
import type { Schema } from '#server/core/db/schema';
import { createWorkerName, isGone } from '#server/core/jobs/worker-name';
import { OperatorError } from '#server/core/errors';

const progressSchema = z.object({
  /** True for a move back: the rows are there, and changes are copied only. */
  isBack: z.boolean().default(false),
  areFilesCopied: z.boolean().default(false),
  copiedTables: z.array(z.string()).default([]),
  /** Statements that restore the references between the tables of the target. */
  references: z.array(z.string()).default([]),
});
export type MoveProgress = z.infer<typeof progressSchema>;

export const readProgress = ({ progress }: Pick<MoveState, 'progress'>): MoveProgress =>
  progressSchema.parse(JSON.parse(progress));

const LEASE_MS = 30_000;
const RENEW_MS = 5_000;

export interface MoveLease {
  readonly progress: MoveProgress;
  /** Writes down how far the move is, so that it can resume. */
  save(changes: Partial<MoveProgress>): Promise<void>;
  release(): Promise<void>;
}

const leaseEnd = (): string => new Date(Date.now() + LEASE_MS).toISOString();

/** True while a process has the lease. One of this machine that was killed has none. */
export const isRunning = ({ lease_until, lease_owner }: MoveState): boolean =>
  lease_until > new Date().toISOString() && !isGone(lease_owner);

const runningError = new OperatorError(
  'Another process runs this move. If it was killed on another machine, try again in 30 seconds.',
);

/** Keeps other processes from continuing the move. @throws OperatorError when one does so already */
export async function takeLease(db: Kysely<Schema>, state: MoveState): Promise<MoveLease> {
  if (isRunning(state)) throw runningError;
  const { numUpdatedRows } = await db
    .updateTable('move_state')
    .set({ lease_until: leaseEnd(), lease_owner: createWorkerName() })
    .where('move_id', '=', state.move_id)
    .where('lease_until', '=', state.lease_until)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw runningError;
  let progress = readProgress(state);
  const renew = () => updateMoveState(db, { lease_until: leaseEnd() }).catch(() => undefined);
  const timer = setInterval(() => void renew(), RENEW_MS);
  return {
    get progress() {
      return progress;
    },
    async save(changes) {
      progress = { ...progress, ...changes };
      await updateMoveState(db, { progress: JSON.stringify(progress) });
    },
    async release() {
      clearInterval(timer);
      await updateMoveState(db, { lease_until: NEVER, lease_owner: '' }).catch(() => undefined);
    },
  };
}
