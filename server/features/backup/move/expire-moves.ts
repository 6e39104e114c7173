import { BACK_MS, clearMoveState, readMoveState } from '#server/core/db/move-state';
import type { Database } from '#server/core/db/open';
import { readProgress } from './move-progress.ts';

/**
 * A day after a move its changes are not recorded any more, and a move that was not resumed for a day is cancelled. A move back that did
 * not finish stays: the other database has a part of the changes.
 */
export async function expireMoves({ kysely, dialect }: Database): Promise<void> {
  const state = await readMoveState(kysely);
  if (!state || (state.phase !== 'arrived' && state.phase !== 'copying')) return;
  if (state.phase === 'copying' && readProgress(state).isBack) return;
  const since = state.phase === 'arrived' ? state.switched_at : state.lease_until;
  const times = [since ?? '', state.started_at].map((time) => Date.parse(time) || 0);
  if (Math.max(...times) + BACK_MS > Date.now()) return;
  await dialect.capture.stop(kysely);
  await clearMoveState(kysely);
}
