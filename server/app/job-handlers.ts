import { type FeatureDeps, createFeatures } from './features.ts';
import type { JobHandler } from '#server/core/jobs/job';

/** All kinds of background work. A kind that no feature has is run by no process of this version. */
export function createJobHandlers(deps: FeatureDeps, { list } = createFeatures(deps)): readonly JobHandler[] {
  return list.flatMap((feature) => feature.jobs?.() ?? []);
}
