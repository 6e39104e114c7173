import type { Transaction } from 'kysely';
import type { Permission } from '#contract/core/permissions';
import { type ErrorInfo, knownErrors } from '#contract/core/errors';
import type { SecurityEventKind } from '#contract/users/security-events';
import type { AccountNotices } from '#server/core/auth/account-notices';
import { type Origin, recordSecurityEvent } from '#server/core/auth/security-log';
import type { SessionUser } from '#server/core/auth/sessions';
import { lockForUserChange } from '#server/core/db/user-lock';
import type { Database } from '#server/core/db/open';
import type { Schema } from '#server/core/db/schema';
import { inTransaction } from '#server/core/db/transaction';
import { forbidden, appError } from '#server/core/errors';

/** The request context of a change of users. */
export interface CallContext {
  /** Returns the caller as stored now. @throws AppError 401, 403 */
  readonly authorize: (trx: Transaction<Schema>) => Promise<SessionUser>;
  readonly origin: Origin;
}

/** The dependencies of every change of users. */
export interface UserChanges {
  readonly database: Database;
  readonly notices: AccountNotices;
}

/** Adds the change of a user to the security log; `userId` is null when it affects no user. */
export type Log = (kind: SecurityEventKind, userId: number | null, detail?: string) => Promise<void>;

/** Runs a change of permissions under a lock over all processes, by a caller whose permissions are checked again. */
export function changeUsers<Result>(
  { database, notices }: UserChanges,
  { authorize, origin }: CallContext,
  work: (trx: Transaction<Schema>, actor: SessionUser, log: Log) => Promise<Result>,
): Promise<Result> {
  return inTransaction(database, async (trx) => {
    await lockForUserChange(trx);
    const actor = await authorize(trx);
    const log: Log = async (kind, userId, detail = '') => {
      await recordSecurityEvent(trx, { kind, userId, actorId: actor.id, origin, detail });
      await notices.afterEvent(trx, kind, { userId, actor });
    };
    return work(trx, actor, log);
  });
}

/**
 * Rejects permissions that the caller does not have, and changes of users with more permissions. Otherwise a caller could create a link for
 * an administrator's account and become one. @throws AppError 403
 */
export function requireWithin(
  actor: SessionUser,
  touchedPermissions: readonly Permission[],
  errorInfo: ErrorInfo,
): void {
  if (touchedPermissions.some((permission) => !actor.permissions.has(permission))) throw forbidden(errorInfo);
}

/** Checks that at least one user can still manage users. Runs last in a change. @throws AppError 409 */
export async function requireManager(trx: Transaction<Schema>, adminEmail: string): Promise<void> {
  const manager = await trx
    .selectFrom('users')
    .select('id')
    .where('is_suspended', '=', 0)
    .where('is_invited', '=', 0)
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([eb('permissions', 'like', '%"users:manage"%'), eb('email', '=', adminEmail)]))
    .limit(1)
    .executeTakeFirst();
  if (!manager) throw appError(knownErrors.lastManager);
}
