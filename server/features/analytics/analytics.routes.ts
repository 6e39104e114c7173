import {
  analyticsEndpoint,
  analyticsGroups,
  analyticsGroupsEndpoint,
  analyticsGroupsQuery,
  analyticsQuery,
  analyticsReport,
} from '#contract/analytics/analytics';
import { type RouteDefinition, defineRoute } from '#server/core/http/routes';
import type { AnalyticsGroupsReader } from './analytics-groups.ts';
import type { AnalyticsReader } from './analytics.ts';

/** Routes for the growth of the catalogue and the deliveries to apps. */
export function analyticsRoutes({
  report,
  groups,
}: {
  readonly report: AnalyticsReader;
  readonly groups: AnalyticsGroupsReader;
}): RouteDefinition[] {
  return [
    defineRoute({
      ...analyticsEndpoint,
      tag: 'reports',
      operationId: 'getAnalytics',
      summary: 'Get catalogue analytics',
      description:
        'The range is divided into days, weeks or months, depending on its length. The first and last periods are complete.',
      access: 'session',
      query: analyticsQuery,
      response: analyticsReport,
      handle: async ({ query }) => ({ data: await report(query) }),
    }),
    defineRoute({
      ...analyticsGroupsEndpoint,
      tag: 'reports',
      operationId: 'getAnalyticsGroups',
      summary: 'Get analytics by group',
      description:
        'Returns books and hours by author, narrator, series or imprint. A book with several narrators or in several series is counted in each of them.',
      access: 'session',
      query: analyticsGroupsQuery,
      response: analyticsGroups,
      handle: async ({ query }) => ({ data: await groups(query) }),
    }),
  ];
}
