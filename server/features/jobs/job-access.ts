import { allPermissions } from '#contract/core/permissions';
import type { SessionUser } from '#server/core/auth/sessions';
import { forbidden, notFound } from '#server/core/errors';

/** Jobs are their owner's; accounts that may do everything see and end those of all. */
const mayServeAll = ({ permissions }: SessionUser): boolean =>
  allPermissions.every((permission) => permissions.has(permission));

/** The account whose jobs are asked for; undefined for all. @throws AppError 403 for all without the permissions */
export function askedAccount(user: SessionUser, all: boolean | undefined): number | undefined {
  if (all !== true) return user.id;
  if (!mayServeAll(user)) throw forbidden();
  return undefined;
}

/** @throws AppError 404 for a job of somebody else */
export function assertOwn(user: SessionUser, ownerId: number | null): void {
  if (ownerId !== user.id && !mayServeAll(user)) throw notFound('job');
}
