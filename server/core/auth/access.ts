import { knownErrors } from '#contract/core/errors';
import { limits } from '#contract/core/limits';
import type { Permission } from '#contract/core/permissions';
import { forbidden } from '#server/core/errors';
import type { SessionUser } from './sessions.ts';

/**
 * The users who can call a route: everyone, every session and API token, every session, or users with a permission. For a list of
 * permissions, one of them is enough to call the route. The service then checks the permission that the body requires.
 */
export type Access = 'open' | 'session' | 'user' | Permission | readonly Permission[];

/**
 * The recent verification by password or passkey that a route requires. `person` requires a session that was verified within the last ten
 * minutes, and rejects API tokens. `session` requires the same of sessions, and accepts API tokens by their permissions.
 */
export type Proof = 'person' | 'session';

/** Returns the permissions of which one is required. The list is empty for a route without permissions. */
export function permissionsOf(access: Access): readonly Permission[] {
  if (access === 'session' || access === 'user' || access === 'open') return [];
  return typeof access === 'string' ? [access] : access;
}

/** @throws AppError 403 if the user cannot call the route */
export function requireAccess({ credential, permissions }: SessionUser, access: Access): void {
  const requiredPermissions = permissionsOf(access);
  if (
    requiredPermissions.length > 0 &&
    !requiredPermissions.some((permission) => permissions.has(permission))
  )
    throw forbidden();
  if (access === 'user' && credential.kind === 'token') throw forbidden(knownErrors.userOnly);
}

/** @throws AppError 403 for an API token if a person is required, and for a session with an outdated verification */
export function requireProof({ credential }: Pick<SessionUser, 'credential'>, proof: Proof = 'person'): void {
  if (credential.kind === 'token') {
    if (proof === 'person') throw forbidden(knownErrors.userOnly);
    return;
  }
  const oldest = new Date(Date.now() - limits.proofMinutes * 60_000).toISOString();
  if (credential.provenAt < oldest) throw forbidden(knownErrors.reauthenticationRequired);
}
