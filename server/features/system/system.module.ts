import { join } from 'node:path';
import { type Core, defineFeature } from '#server/app/feature';
import { packageRoot } from '#server/core/package-root';
import { systemRoutes } from './system.routes.ts';
import { createSystemService } from './system.service.ts';

/** Information about the running system for administrators. */
export function createSystemFeature({ config, database }: Core) {
  const partsFile = join(packageRoot, 'dist', 'parts.json');
  return defineFeature({
    name: 'system',
    routes: ({ version, problems }) =>
      systemRoutes(createSystemService({ config, database, version, problems, partsFile })),
  });
}
