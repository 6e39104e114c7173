import { type Core, defineFeature } from '#server/app/feature';
import { reportRoutes } from './reports.routes.ts';
import { createReports } from './reports.ts';

/** The reports of the dashboard. */
export function createReportsFeature({ database }: Core) {
  return defineFeature({
    name: 'reports',
    routes: () => reportRoutes(createReports(database)),
  });
}
