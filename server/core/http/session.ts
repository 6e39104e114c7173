import type { FastifyRequest } from 'fastify';
import type { Transaction } from 'kysely';
import { type Access, type Proof, requireAccess, requireProof } from '#server/core/auth/access';
import type { CostlyCall } from '#server/core/auth/call-points';
import type { Origin } from '#server/core/auth/security-log';
import type { SessionUser, Sessions } from '#server/core/auth/sessions';
import type { Schema } from '#server/core/db/schema';
import { AppError, notSignedIn } from '#server/core/errors';

/** Returns the token of `Authorization: Bearer TOKEN`, or undefined if the header is missing or invalid. */
export function readToken(request: FastifyRequest): string | undefined {
  return /^bearer +([\w-]{20,200})$/i.exec(request.headers.authorization?.trim() ?? '')?.[1];
}

/** Returns the network address and browser of a request. */
export const originOf = ({ ip, headers }: FastifyRequest): Origin => ({
  address: ip,
  userAgent: headers['user-agent'] ?? '',
});

/** @throws AppError 401 without a valid session */
async function requireUser(
  sessions: Sessions,
  request: FastifyRequest,
  isAutomatic: boolean,
): Promise<SessionUser> {
  const token = readToken(request);
  if (token === undefined) throw notSignedIn();
  const user = await (isAutomatic ? sessions.findUserOfToken(token) : sessions.find(token));
  if (!user) throw notSignedIn();
  return user;
}

/** The checks of a request before its handler runs. */
export interface UserChecks {
  /** The method and declared path, for the security log. */
  readonly call: string;
  readonly access: Access;
  readonly proof?: Proof | undefined;
  /** The request in the cost budget, if it spends points before its handler runs. */
  readonly cost?: CostlyCall;
  /** True for a request that a page sends on its own. It is no activity of the user, so an idle session still ends. */
  readonly isAutomatic?: true | undefined;
}

/**
 * Runs the handler of a request with its signed-in user. Every route that requires a session uses this function. A request that the
 * checks or the handler reject with 403 is recorded in the security log.
 * @throws AppError 401, 403, 429
 */
export async function withUser<Result>(
  sessions: Sessions,
  { request, call, access, proof, cost, isAutomatic }: UserChecks & { readonly request: FastifyRequest },
  handle: (user: SessionUser) => Promise<Result>,
): Promise<Result> {
  const user = await requireUser(sessions, request, isAutomatic === true);
  try {
    requireAccess(user, access);
    if (proof) requireProof(user, proof);
    if (cost) sessions.spend(user, cost);
    return await handle(user);
  } catch (error) {
    if (error instanceof AppError && error.status === 403)
      await sessions.recordError(user, call, originOf(request));
    throw error;
  }
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
