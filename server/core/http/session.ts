import type { FastifyRequest } from 'fastify';
import type { Transaction } from 'kysely';
import { type Access, requireAccess } from '#server/core/auth/access';
import type { Origin } from '#server/core/auth/security-log';
import type { SessionUser, Sessions } from '#server/core/auth/sessions';
import type { Schema } from '#server/core/db/schema';
import { unauthenticated } from '#server/core/errors';

/** Returns the token of `Authorization: Bearer TOKEN`, or undefined if the header is missing or invalid. */
export function readToken(request: FastifyRequest): string | undefined {
  return /^bearer +([\w-]{20,200})$/i.exec(request.headers.authorization?.trim() ?? '')?.[1];
}

/** Returns the network address and browser of a request. */
export const originOf = ({ ip, headers }: FastifyRequest): Origin => ({
  address: ip,
  userAgent: headers['user-agent'] ?? '',
});

/**
 * Returns the signed-in user of a request.
 * @throws AppError 401 without a valid session
 */
export async function requireUser(sessions: Sessions, request: FastifyRequest): Promise<SessionUser> {
  const token = readToken(request);
  const user = token === undefined ? undefined : await sessions.find(token);
  if (!user) throw unauthenticated();
  return user;
}

/**
 * Repeats the check of the user inside a transaction.
 * @throws AppError 401, 403
 */
export async function confirmUser(
  sessions: Sessions,
  {
    request,
    access,
    trx,
  }: { readonly request: FastifyRequest; readonly access: Access; readonly trx: Transaction<Schema> },
): Promise<SessionUser> {
  const user = await sessions.confirm(trx, readToken(request) ?? '');
  requireAccess(user, access);
  return user;
}
