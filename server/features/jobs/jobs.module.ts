import type { Sessions } from '#server/core/auth/sessions';
import { type Core, defineFeature } from '#server/app/feature';
import { registerJobEvents } from './job-events.routes.ts';
import { createJobList } from './job-list.ts';
import { jobRoutes } from './jobs.routes.ts';

/** The list of background jobs, and the stream of their changes. */
export function createJobsFeature({ database, jobs, sessions }: Core & { readonly sessions: Sessions }) {
  const list = createJobList(database);
  return defineFeature({
    name: 'jobs',
    routes: () => jobRoutes(list, jobs),
    register: ({ app }) => registerJobEvents(app, { sessions, list }),
  });
}
