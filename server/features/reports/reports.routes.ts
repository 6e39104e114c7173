import { languageAverages, longestBook, prolificAuthors, reportEndpoints } from '#contract/reports/reports';
import { type RouteDefinition, defineRoute } from '#server/core/http/routes';
import type { Reports } from './reports.ts';

const tag = 'reports';

/** Routes for the three figures of the dashboard. */
export function reportRoutes(reports: Reports): RouteDefinition[] {
  return [
    defineRoute({
      ...reportEndpoints.longestBook,
      tag,
      operationId: 'getLongestBook',
      summary: 'Get the longest book',
      access: 'session',
      response: longestBook,
      handle: async () => ({ data: await reports.longestBook() }),
    }),
    defineRoute({
      ...reportEndpoints.averageReadingTime,
      tag,
      operationId: 'getAverageReadingTimes',
      summary: 'Get average reading times by language',
      access: 'session',
      response: languageAverages,
      handle: async () => ({ data: await reports.averageReadingTime() }),
    }),
    defineRoute({
      ...reportEndpoints.mostProlificAuthors,
      tag,
      operationId: 'getMostProlificAuthors',
      summary: 'Get the most prolific authors',
      access: 'session',
      response: prolificAuthors,
      handle: async () => ({ data: await reports.mostProlificAuthors() }),
    }),
  ];
}
