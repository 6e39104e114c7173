import type { FastifyRequest } from 'fastify';
import type { Transaction } from 'kysely';
import type { Permission } from '#contract/core/permissions';
import { knownErrors } from '#contract/core/errors';
import type { Origin } from '#server/core/auth/security-log';
import type { SessionUser, Sessions } from '#server/core/auth/sessions';
import type { Schema } from '#server/core/db/schema';
import { forbidden, unauthenticated } from '#server/core/errors';

/**
 * Who may call a route: anybody, anybody signed in, anybody signed in with no token for scripts in between, or holders of one
 * permission.
 */
export type Access = 'open' | 'session' | 'user' | Permission;

const permissionOf = (access: Access): Permission | undefined =>
  access === 'session' || access === 'user' || access === 'open' ? undefined : access;

/** @throws AppError 403 when this user may not make the call */
export function requireAccess({ credential, permissions }: SessionUser, access: Access): void {
  const permission = permissionOf(access);
  if (permission && !permissions.has(permission)) throw forbidden();
  if (access === 'user' && credential.kind === 'token') throw forbidden(knownErrors.userOnly);
}

/** The token of `Authorization: Bearer TOKEN`; undefined when the header is missing or of another shape. */
export function readToken(request: FastifyRequest): string | undefined {
  return /^bearer +([\w-]{20,200})$/i.exec(request.headers.authorization?.trim() ?? '')?.[1];
}

/** Where a request comes from. */
export const originOf = ({ ip, headers }: FastifyRequest): Origin => ({
  address: ip,
  userAgent: headers['user-agent'] ?? '',
});

/** The signed-in user of a request. @throws AppError 401 without a live session */
export async function requireUser(sessions: Sessions, request: FastifyRequest): Promise<SessionUser> {
  const token = readToken(request);
  const user = token === undefined ? undefined : await sessions.find(token);
  if (!user) throw unauthenticated();
  return user;
}

/** Asks the same again inside a transaction. @throws AppError 401, 403 */
export async function confirmUser(
  sessions: Sessions,
  request: FastifyRequest,
  access: Access,
  trx: Transaction<Schema>,
): Promise<SessionUser> {
  const user = await sessions.confirm(trx, readToken(request) ?? '', permissionOf(access));
  requireAccess(user, access);
  return user;
}
