import { type Core, defineFeature } from '#server/app/feature';
import { createProjection } from './projection/projection.ts';

/** What the doctor and the charts know of the catalogue, kept near it so that nobody who reads them waits for much. */
export function createProjectionFeature({ database }: Core) {
  const projection = createProjection(database);
  return defineFeature({
    name: 'facts',
    projection,
    refresh: { what: 'reports', run: (signal) => projection.refreshInBackground(signal) },
  });
}
