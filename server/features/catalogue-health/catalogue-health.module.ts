import type { Sessions } from '#server/core/auth/sessions';
import { type Core, defineFeature } from '#server/app/feature';
import type { Projection } from './projection/projection.ts';
import { createCatalogueHealth } from './catalogue-health.service.ts';
import { catalogueHealthRoutes, registerIssuesFile } from './catalogue-health.routes.ts';

/** Catalogue health, with a download of its issues. */
export function createCatalogueHealthFeature({
  database,
  projection,
  sessions,
}: Core & { readonly projection: Projection; readonly sessions: Sessions }) {
  const catalogueHealth = createCatalogueHealth(database, projection);
  return defineFeature({
    name: 'catalogue-health',
    countIssues: () => catalogueHealth.countBySeverity(),
    routes: () => catalogueHealthRoutes(catalogueHealth),
    register: ({ app }) => registerIssuesFile(app, sessions, catalogueHealth),
  });
}
