import { type FeatureDeps, createFeatures } from './features.ts';
import type { JobHandler } from '#server/core/jobs/job';

/** Returns the handlers of all features. Jobs of other kinds are not run by this version. */
export function createJobHandlers(deps: FeatureDeps, { list } = createFeatures(deps)): readonly JobHandler[] {
  return list.flatMap((feature) => feature.jobs?.() ?? []);
}
