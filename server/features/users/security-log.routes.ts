import { pageOf } from '#contract/core/envelope';
import { securityEvent, securityLogEndpoint, securityLogQuery } from '#contract/users/security-log';
import { type RouteDefinition, defineRoute } from '#server/core/http/routes';
import type { SecurityLog } from './security-log.ts';

/** Routes for the security log: sign-ins and changes of permissions. */
export function securityLogRoutes(log: SecurityLog): RouteDefinition[] {
  return [
    defineRoute({
      ...securityLogEndpoint,
      tag: 'users',
      operationId: 'listSecurityLog',
      summary: 'List security log entries',
      access: 'users:manage',
      query: securityLogQuery,
      response: pageOf(securityEvent),
      handle: async ({ query }) => {
        const { items, total } = await log.list(query);
        return { data: { items, total, objects: { total } } };
      },
    }),
  ];
}
