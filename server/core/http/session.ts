import type { FastifyRequest } from 'fastify';
import type { Transaction } from 'kysely';
import type { Permission } from '#contract/core/permissions';
import { knownErrors } from '#contract/core/errors';
import { limits } from '#contract/core/limits';
import type { Origin } from '#server/core/auth/security-log';
import type { SessionUser, Sessions } from '#server/core/auth/sessions';
import type { Schema } from '#server/core/db/schema';
import { forbidden, unauthenticated } from '#server/core/errors';

/**
 * The users who can call a route: everyone, every session and API token, every session, or holders of a permission. A list names several
 * permissions of which one suffices to be let in; the service then asks for the one that the body makes necessary.
 */
export type Access = 'open' | 'session' | 'user' | Permission | readonly Permission[];

/**
 * The recent verification by password or passkey that a call needs. `person`: a session that was proven within the last ten
 * minutes, and no API token. `session`: the same of sessions, while API tokens are let in by their permissions.
 */
export type Proof = 'person' | 'session';

/** The permissions of which one is needed; none for a route that needs no permission. */
export function permissionsOf(access: Access): readonly Permission[] {
  if (access === 'session' || access === 'user' || access === 'open') return [];
  return typeof access === 'string' ? [access] : access;
}

/** @throws AppError 403 when this user cannot make the call */
export function requireAccess({ credential, permissions }: SessionUser, access: Access): void {
  const needed = permissionsOf(access);
  if (needed.length > 0 && !needed.some((permission) => permissions.has(permission))) throw forbidden();
  if (access === 'user' && credential.kind === 'token') throw forbidden(knownErrors.userOnly);
}

/** @throws AppError 403 for an API token where a person must prove to be there, and for a session whose proof is too old */
export function requireProof({ credential }: Pick<SessionUser, 'credential'>, proof: Proof = 'person'): void {
  if (credential.kind === 'token') {
    if (proof === 'person') throw forbidden(knownErrors.userOnly);
    return;
  }
  const oldest = new Date(Date.now() - limits.proofMinutes * 60_000).toISOString();
  if (credential.provenAt < oldest) throw forbidden(knownErrors.reauthenticationRequired);
}

/** The token of `Authorization: Bearer TOKEN`; undefined when the header is missing or of another shape. */
export function readToken(request: FastifyRequest): string | undefined {
  return /^bearer +([\w-]{20,200})$/i.exec(request.headers.authorization?.trim() ?? '')?.[1];
}

/** The network address and browser of a request. */
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
