import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { knownErrors } from '#contract/core/errors';
import type { Schema } from '#server/core/db/schema';
import { notFound, appError } from '#server/core/errors';

/** Milliseconds. */
export interface LockTiming {
  /** A process loses its lock without a renewal in this time. */
  readonly lease: number;
  /** Interval at which a holder checks for waiting requests. */
  readonly renew: number;
  /** Interval between two attempts to get the lock. */
  readonly retry: number;
  /** Time after which the attempts end. */
  readonly patience: number;
}

export const lockTiming: LockTiming = { lease: 5_000, renew: 500, retry: 100, patience: 12_000 };

export interface UploadLock {
  /** Aborted when another request waits for the upload, or the lock was lost. */
  readonly wanted: AbortSignal;
  release(): Promise<void>;
}

/** The columns of an upload without a lock. */
export const releaseFiles = { lock_owner: null, lock_until: null, lock_requested: 0 } as const;

const isoIn = (ms: number) => new Date(Date.now() + ms).toISOString();

/**
 * Locks an upload, so that one request of any process writes it. The lock is a lease in the upload's row. A waiting request is recorded,
 * and the holder ends early, because a client that resumes has usually lost its earlier request.
 * @throws AppError 404 when the upload does not exist, 423 when the holder does not release it
 */
export async function lockUpload(
  db: Kysely<Schema>,
  id: string,
  timing: LockTiming = lockTiming,
): Promise<UploadLock> {
  const owner = randomUUID();
  const deadline = performance.now() + timing.patience;
  for (;;) {
    const { numUpdatedRows } = await db
      .updateTable('uploads')
      .set({ lock_owner: owner, lock_until: isoIn(timing.lease), lock_requested: 0 })
      .where('id', '=', id)
      .where((is) => is.or([is('lock_owner', 'is', null), is('lock_until', '<', isoIn(0))]))
      .executeTakeFirst();
    if (numUpdatedRows > 0n) return renewLock(db, { id, owner, timing });
    const storedUpload = await db
      .updateTable('uploads')
      .set({ lock_requested: 1 })
      .where('id', '=', id)
      .executeTakeFirst();
    if (storedUpload.numUpdatedRows === 0n) throw notFound('upload');
    if (performance.now() > deadline) throw appError(knownErrors.uploadLocked, { retryAfter: 1 });
    await delay(timing.retry);
  }
}

function renewLock(
  db: Kysely<Schema>,
  { id, owner, timing }: { readonly id: string; readonly owner: string; readonly timing: LockTiming },
): UploadLock {
  const controller = new AbortController();
  let renewedAt = performance.now();

  async function renew(): Promise<void> {
    const row = await db
      .selectFrom('uploads')
      .select('lock_requested')
      .where('id', '=', id)
      .where('lock_owner', '=', owner)
      .executeTakeFirst();
    if (row?.lock_requested !== 0) return controller.abort();
    if (performance.now() - renewedAt < timing.lease / 3) return;
    renewedAt = performance.now();
    await db
      .updateTable('uploads')
      .set({ lock_until: isoIn(timing.lease) })
      .where('id', '=', id)
      .where('lock_owner', '=', owner)
      .execute();
  }

  // A failed check is repeated at the next interval. Otherwise the lease ends, and the commit of a part fails.
  const timer = setInterval(() => void renew().catch(() => undefined), timing.renew);
  return {
    wanted: controller.signal,
    async release() {
      clearInterval(timer);
      await db
        .updateTable('uploads')
        .set(releaseFiles)
        .where('id', '=', id)
        .where('lock_owner', '=', owner)
        .execute();
    },
  };
}
