import { z } from 'zod';
import type { FastifyRequest } from 'fastify';
import { releaseInQuery, releaseParameter } from '#contract/releases/release-parameter';
import type { SessionUser } from '#server/core/auth/sessions';
import { forbidden } from '#server/core/errors';
import { parse } from '#server/core/parse';
import { inRelease } from '#server/core/resource/request-release';
import type { Call } from './routes.ts';

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
