import type { Sessions } from '#server/core/auth/sessions';
import { type Core, defineFeature } from '#server/app/feature';
import type { ScansFeature } from '#server/features/audio/audio-analysis.module';
import { proofingRoutes, registerProofingFile } from './proofing.routes.ts';

interface Deps extends Core {
  readonly sessions: Sessions;
  readonly analyses: Pick<ScansFeature, 'scanMissingOf'>;
}

/** The proofing report of a book, with a download. Opening it enqueues missing audio analyses. */
export function createProofingFeature({ database, sessions, analyses }: Deps) {
  return defineFeature({
    name: 'proofing',
    routes: ({ app: { log } }) => proofingRoutes(database, (bookId) => analyses.scanMissingOf(bookId, log)),
    register: ({ app }) => registerProofingFile(app, sessions, database),
  });
}
