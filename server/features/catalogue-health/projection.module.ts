import { type Core, defineFeature } from '#server/app/feature';
import { createProjection } from './projection/projection.ts';

/** Keeps the projection of the catalogue up to date for catalogue health and analytics. */
export function createProjectionFeature({ database }: Core) {
  const projection = createProjection(database);
  return defineFeature({
    name: 'projections',
    projection,
    refresh: { what: 'reports', run: (signal) => projection.refreshInBackground(signal) },
  });
}
