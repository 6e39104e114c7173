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
      summary: 'Books, audio and words over time, and what home screens deliver',
      description:
        'The range is shown by days, weeks or months, as fits its length; the periods at its ends are whole.',
      access: 'session',
      cost: 'analytics',
      query: analyticsQuery,
      answer: analyticsReport,
      handle: async ({ query }) => ({ data: await report(query) }),
    }),
  ];
}
