import type { Kysely } from 'kysely';
import { z } from 'zod';
import { type MoveStep, moveSteps } from '#contract/backup/backup';
import { NEVER, type MoveState, updateMoveState } from '#server/core/db/move-state';
import type { Schema } from '#server/core/db/schema';
import { createWorkerName, hasEnded } from '#server/core/jobs/worker-name';
import { OperatorError } from '#server/core/errors';

const stepSchema = z.object({
  step: z.enum(moveSteps),
  /** From 0 to 1. */
  progress: z.number(),
  secondsLeft: z.number().nullable(),
});
/** The progress of the current step, for Settings. */
export type StepProgress = z.infer<typeof stepSchema>;

export const startOf = (step: MoveStep): StepProgress => ({ step, progress: 0, secondsLeft: null });

const progressSchema = z.object({
  /** True for a move back. The target contains the rows, so only changes are copied. */
  isBack: z.boolean().default(false),
  areFilesCopied: z.boolean().default(false),
  copiedTables: z.array(z.string()).default([]),
  /** Statements that restore the foreign keys of the target. */
  references: z.array(z.string()).default([]),
  current: stepSchema.default(startOf('files')),
});
export type MoveProgress = z.infer<typeof progressSchema>;

export const readProgress = ({ progress }: Pick<MoveState, 'progress'>): MoveProgress =>
  progressSchema.parse(JSON.parse(progress));

const LEASE_MS = 30_000;
const RENEW_MS = 5_000;

export interface MoveLease {
  readonly progress: MoveProgress;
  /** Stores the progress, so that an interrupted move can resume. */
  save(changes: Partial<MoveProgress>): Promise<void>;
  /** Stores the progress of the current step. An error is ignored, because the next report replaces it. */
  report(current: StepProgress): void;
  release(): Promise<void>;
}

const leaseEnd = (): string => new Date(Date.now() + LEASE_MS).toISOString();

/** Returns true while a process owns the lease. A killed process of this machine does not own it. */
export const isRunning = ({ lease_until, lease_owner }: MoveState): boolean =>
  lease_until > new Date().toISOString() && !hasEnded(lease_owner);

const runningError = new OperatorError(
  'Another process runs this move. If it was killed on another machine, try again in 30 seconds.',
);

/** Acquires the lease of a move. @throws OperatorError when another process owns it */
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
  let currentSave = Promise.resolve();
  const save = (changes: Partial<MoveProgress>): Promise<void> => {
    progress = { ...progress, ...changes };
    const text = JSON.stringify(progress);
    // Connections of a pool may store two updates in another order.
    currentSave = currentSave.catch(() => undefined).then(() => updateMoveState(db, { progress: text }));
    return currentSave;
  };
  return {
    get progress() {
      return progress;
    },
    save,
    report: (current) => void save({ current }).catch(() => undefined),
    async release() {
      clearInterval(timer);
      await updateMoveState(db, { lease_until: NEVER, lease_owner: '' }).catch(() => undefined);
    },
  };
}
