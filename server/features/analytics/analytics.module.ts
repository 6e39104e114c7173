import { type Core, defineFeature } from '#server/app/feature';
import type { Projection } from '#server/features/catalogue-health/projection/projection';
import { createAnalyticsGroups } from './analytics-groups.ts';
import { analyticsRoutes } from './analytics.routes.ts';
import { createAnalytics } from './analytics.ts';
import { workRoutes } from './work.routes.ts';

/** Charts over time, and the work of users. */
export function createAnalyticsFeature({ database, projection }: Core & { readonly projection: Projection }) {
  return defineFeature({
    name: 'analytics',
    routes: () => [
      ...analyticsRoutes({
        report: createAnalytics(database, projection),
        groups: createAnalyticsGroups(database, projection),
      }),
      ...workRoutes(database),
    ],
  });
}
