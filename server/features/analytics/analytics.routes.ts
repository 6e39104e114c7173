import { analyticsEndpoint, analyticsQuery, analyticsReport } from '#contract/analytics/analytics';
import { type RouteDefinition, defineRoute } from '#server/core/http/routes';
import type { AnalyticsReader } from './analytics.ts';

/** Routes for the growth of the catalogue and the deliveries to apps. */
export function analyticsRoutes(report: AnalyticsReader): RouteDefinition[] {
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
  ];
}
