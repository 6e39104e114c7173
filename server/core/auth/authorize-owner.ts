import type { Transaction } from 'kysely';
import type { Permission } from '#contract/core/permissions';
import { sign } from '#server/core/audit-log/signature';
import type { Schema } from '#server/core/db/schema';
import { forbidden } from '#server/core/errors';
import { permissionsOf, permissionsWithin } from './permissions.ts';

/** The owner of background work, and the API token that started it. */
export interface WorkOwner {
  readonly userId: number;
  readonly tokenId: number | null;
  /** Replaces the request id, so that all audit-log entries of one piece of work can be found together. */
  readonly requestId: string;
  /** The id of the audit-log entry that caused all entries of this work. */
  readonly causeId?: number | undefined;
}

/**
 * Authorizes a transaction of background work and signs it as its owner. Call it before the first write.
 * An API token limits the permissions as it does in a request.
 * @returns the current permissions of the owner
 * @throws AppError 403 if the owner is suspended or deleted, or the API token expired or was revoked
 */
export async function authorizeOwner(
  trx: Transaction<Schema>,
  { userId, tokenId, requestId, causeId }: WorkOwner,
  adminEmail: string,
): Promise<{ readonly id: number; readonly permissions: ReadonlySet<Permission> }> {
  const user = await trx
    .selectFrom('users')
    .select(['email', 'permissions'])
    .where('id', '=', userId)
    .where('is_suspended', '=', 0)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!user) throw forbidden();
  const ownPermissions = permissionsOf(user, adminEmail);
  const permissions =
    tokenId === null
      ? ownPermissions
      : permissionsWithin(ownPermissions, await scopeOf(trx, tokenId, userId));
  sign(trx, { userId, tokenId, requestId }, causeId);
  return { id: userId, permissions: new Set(permissions) };
}

/** Authorizes and signs a job as the user who started it. Jobs that no user started write as the system. */
export async function authorizeJob(
  trx: Transaction<Schema>,
  jobId: number,
  { permission, adminEmail }: { readonly permission: Permission; readonly adminEmail: string },
): Promise<void> {
  const job = await trx
    .selectFrom('jobs')
    .select(['user_id', 'token_id'])
    .where('id', '=', jobId)
    .executeTakeFirst();
  if (!job || job.user_id === null) return;
  const owner = { userId: job.user_id, tokenId: job.token_id, requestId: `job-${jobId}` };
  const { permissions } = await authorizeOwner(trx, owner, adminEmail);
  if (!permissions.has(permission)) throw forbidden();
}

async function scopeOf(trx: Transaction<Schema>, tokenId: number, userId: number): Promise<string> {
  const token = await trx
    .selectFrom('access_tokens')
    .select('permissions')
    .where('id', '=', tokenId)
    .where('user_id', '=', userId)
    .where('expires_at', '>', new Date().toISOString())
    .executeTakeFirst();
  if (!token) throw forbidden();
  return token.permissions;
}
