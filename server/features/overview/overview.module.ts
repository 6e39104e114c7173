import { overview, overviewEndpoint } from '#contract/overview/overview';
import { type Core, defineFeature } from '#server/app/feature';
import { defineRoute } from '#server/core/http/routes';
import { createOverview, type OverviewDeps } from './overview.service.ts';

/** Counts for the sidebar and the dashboard. */
export function createOverviewFeature({ database, countIssues }: Core & OverviewDeps) {
  const read = createOverview({ database, countIssues });
  return defineFeature({
    name: 'overview',
    routes: () => [
      defineRoute({
        ...overviewEndpoint,
        tag: 'reports',
        operationId: 'getOverview',
        summary: 'Get counts of waiting work',
        description: 'Counts are exact, except shortly after a bulk edit.',
        access: 'session',
        response: overview,
        handle: async ({ user }) => ({ data: await read(user) }),
      }),
    ],
  });
}
