import { workByUser, workByUserEndpoint, workQuery } from '#contract/analytics/analytics';
import type { Database } from '#server/core/db/open';
import { type RouteDefinition, defineRoute } from '#server/core/http/routes';
import { auditLogUsers } from '#server/core/audit-log/audit-log-users';
import { rangeOf } from './analytics-range.ts';

/** Routes for the work of all users. */
export const workRoutes = ({ reads }: Database): RouteDefinition[] => [
  defineRoute({
    ...workByUserEndpoint,
    tag: 'reports',
    operationId: 'getWorkByPerson',
    summary: 'Get work by user',
    description: 'Counts the entries of the audit log.',
    access: 'reports:read',
    query: workQuery,
    response: workByUser,
    async handle({ query }) {
      const { from, to } = rangeOf(query, new Date());
      const users = await auditLogUsers(reads(), { from, to });
      return {
        data: {
          from,
          to,
          users: users.map(({ actor, actions: { created, changed, deleted, restored, purged } }) => ({
            actor,
            created,
            changed,
            deleted: deleted + purged,
            restored,
          })),
        },
      };
    },
  }),
];
