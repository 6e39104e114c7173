import { allPermissions } from '#contract/core/permissions';
import type { JobRow } from '#server/core/db/tables/jobs';
import type { SessionUser } from '#server/core/auth/sessions';
import { forbidden, notFound } from '#server/core/errors';

/** Jobs belong to their owner. Accounts with all permissions can read and cancel all jobs. */
export const mayServeAll = ({ permissions }: SessionUser): boolean =>
  allPermissions.every((permission) => permissions.has(permission));

/** Returns the account whose jobs are requested; undefined for all. @throws AppError 403 for all without the permissions */
export function requestedUserId(user: SessionUser, all: boolean | undefined): number | undefined {
  if (all !== true) return user.id;
  if (!mayServeAll(user)) throw forbidden();
  return undefined;
}

/** @throws AppError 404 for a job of another account */
export function assertOwn(user: SessionUser, ownerId: number | null): void {
  if (ownerId !== user.id && !mayServeAll(user)) throw notFound('job');
}

/**
 * A session can change the jobs of its account, and an API token only those that it started. Another job could need permissions that the
 * token does not have. @throws AppError 404 for a job of another account, 403 for one of another credential
 */
export function assertMayChange(user: SessionUser, job: Pick<JobRow, 'user_id' | 'token_id'>): void {
  assertOwn(user, job.user_id);
  const { kind, id } = user.credential;
  if (kind === 'token' && job.token_id !== id && !mayServeAll(user)) throw forbidden();
}
