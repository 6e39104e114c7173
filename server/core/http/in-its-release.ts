import { z } from 'zod';
import type { FastifyRequest } from 'fastify';
import { knownErrors } from '#contract/core/errors';
import { releaseInQuery, releaseParameter } from '#contract/releases/release-parameter';
import { permissionsOf } from '#server/core/auth/access';
import type { SessionUser } from '#server/core/auth/sessions';
import { appError, forbidden } from '#server/core/errors';
import { parse } from '#server/core/parse';
import { inRelease } from '#server/core/resource/request-release';
import type { Call, RouteDefinition } from './routes.ts';

const releaseQuery = z.object({ [releaseParameter]: releaseInQuery });

interface ReleaseCall {
  readonly request: Pick<FastifyRequest, 'query'>;
  readonly user: Pick<SessionUser, 'permissions'>;
}

/** Returns the release of a request. @throws AppError 422 for an unreadable one */
export const releaseIn = ({ query }: Pick<FastifyRequest, 'query'>): number | undefined =>
  parse(releaseQuery, query).release;

/** Returns the release of a request. @throws AppError 403 if the user may not work in releases, 422 */
export function permittedRelease({ request, user }: ReleaseCall): number | undefined {
  const release = releaseIn(request);
  if (release !== undefined && !user.permissions.has('releases:edit')) throw forbidden();
  return release;
}

/** Runs a handler in the release that the query names. @throws AppError 403, 422 */
export const inItsRelease =
  <Query, Body, Result>(handle: (call: Call<Query, Body>) => Promise<Result>) =>
  async (call: Call<Query, Body>): Promise<Result> =>
    inRelease(permittedRelease(call), () => handle(call));

/**
 * Rejects a write with the query parameter `release` that a release cannot contain, so that it is not saved live by mistake.
 * @throws AppError 409, 422
 */
export function assertSupportedRelease(route: RouteDefinition, request: Pick<FastifyRequest, 'query'>): void {
  const isGuardedWrite = route.method !== 'GET' && permissionsOf(route.access).length > 0;
  if (!isGuardedWrite || route.acceptsRelease) return;
  if (releaseIn(request) !== undefined) throw appError(knownErrors.releaseUnsupported);
}
