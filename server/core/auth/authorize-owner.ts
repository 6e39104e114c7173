import type { Transaction } from 'kysely';
import type { Permission } from '#contract/core/permissions';
import { sign } from '#server/core/audit-log/signature';
import type { Schema } from '#server/core/db/schema';
import { forbidden } from '#server/core/errors';
import { permissionsOf, permissionsWithin } from './permissions.ts';

/** The owner of background work, and the API token that was used. */
export interface WorkOwner {
  readonly userId: number;
  readonly tokenId: number | null;
  /** In the place of a request, so that the entries of one piece of work are found together. */
  readonly requestId: string;
  /** The entry of the audit log that all its entries follow from. */
  readonly causeId?: number | undefined;
}

/**
 * First in every transaction in which background work writes: what its owner can do now, and the signature of the write. An API
 * token counts as it counts in a request. @throws AppError 403 when the owner was suspended, or the API token has ended
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
  const owned = permissionsOf(user, adminEmail);
  const permissions =
    tokenId === null ? owned : permissionsWithin(owned, await scopeOf(trx, tokenId, userId));
  sign(trx, { userId, tokenId, requestId }, causeId);
  return { id: userId, permissions: new Set(permissions) };
}

/**
 * Authorizes and signs the write of a job by the user who asked for it. A job that nobody asked for writes as the system.
 * @throws AppError 403 when the user may not do it any more
 */
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
