import { BACK_MS, clearMoveState, readMoveState } from '#server/core/db/move-state';
import type { Database } from '#server/core/db/open';
import { readProgress } from './move-progress.ts';

/**
 * Stops the recording of changes one day after a move, and cancels a move that was not resumed for a day. An unfinished move back is
 * not cancelled, because the other database contains a part of the changes.
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
