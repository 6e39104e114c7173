import type { FastifyRequest } from 'fastify';
import type { Transaction } from 'kysely';
import type { Permission } from '#contract/permissions';
import type { SessionUser, Sessions } from '#server/auth/sessions';
import type { Schema } from '#server/db/schema';
import { forbidden, unauthenticated } from '#server/errors';

/** Who may call a route: anybody, anybody signed in, or holders of one permission. */
export type Access = 'open' | 'session' | Permission;

/** The token of `Authorization: Bearer TOKEN`; undefined when the header is missing or of another shape. */
export function readToken(request: FastifyRequest): string | undefined {
  return /^bearer +([\w-]{20,200})$/i.exec(request.headers.authorization?.trim() ?? '')?.[1];
}

/**
 * The signed-in user of a request that may make this call.
 * @throws AppError 401 without a live session, 403 without the permission.
 */
export async function requireUser(
  sessions: Sessions,
  request: FastifyRequest,
  access: Exclude<Access, 'open'>,
): Promise<SessionUser> {
  const token = readToken(request);
  const user = token === undefined ? undefined : await sessions.find(token);
  if (!user) throw unauthenticated();
  if (access !== 'session' && !user.permissions.has(access)) throw forbidden();
  return user;
}

/** Asks the same again inside a transaction. @throws AppError 401, 403 */
export function confirmUser(
  sessions: Sessions,
  request: FastifyRequest,
  access: Access,
  trx: Transaction<Schema>,
): Promise<void> {
  const permission = access === 'session' || access === 'open' ? undefined : access;
  return sessions.confirm(trx, readToken(request) ?? '', permission);
}
