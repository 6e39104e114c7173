import { type Core, defineFeature } from '#server/app/feature';
import { createSubjectSchemeService } from './subject-schemes.service.ts';
import { subjectRoutes } from './subjects.routes.ts';

/** Subject schemes and their lists. */
export function createSubjectsFeature({ database }: Core) {
  return defineFeature({
    name: 'subjects',
    routes: () => subjectRoutes(createSubjectSchemeService(database)),
  });
}
