import { join } from 'node:path';
import { type Core, defineFeature } from '#server/app/feature';
import { packageRoot } from '#server/core/package-root';
import { systemRoutes } from './system.routes.ts';
import { createSystemService } from './system.service.ts';

interface Deps extends Core {
  /** Functions that return problems of features as messages. */
  readonly findProblems: readonly (() => Promise<readonly string[]>)[];
}

/** Information about the running system for administrators. */
export function createSystemFeature({ config, database, findProblems }: Deps) {
  const packagesFile = join(packageRoot, 'dist', 'packages.json');
  return defineFeature({
    name: 'system',
    routes: ({ version, problems }) =>
      systemRoutes(createSystemService({ config, database, version, problems, findProblems, packagesFile })),
  });
}
