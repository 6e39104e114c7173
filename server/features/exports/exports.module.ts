import type { Sessions } from '#server/core/auth/sessions';
import { type Core, defineFeature } from '#server/app/feature';
import { type ExportDeps, registerExports } from './exports.routes.ts';

interface Deps extends Core, Pick<ExportDeps, 'books'> {
  readonly sessions: Sessions;
}

/** Exports books as files. */
export function createExportsFeature({ database, blobs, staging, books, sessions }: Deps) {
  return defineFeature({
    name: 'exports',
    register: ({ app }) => registerExports(app, { database, blobs, staging, books, sessions }),
  });
}
