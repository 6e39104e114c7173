import * as fields from '#contract/core/fields';
import { audioAnalysisEndpoints, audioAnalysisList, analysesQuery } from '#contract/audio/audio-analysis';
import type { Database } from '#server/core/db/open';
import { notFound } from '#server/core/errors';
import { permittedRelease } from '#server/core/http/in-its-release';
import { type RouteDefinition, defineRoute } from '#server/core/http/routes';
import type { ReadCatalogue } from '#server/core/resource/request-release';
import { analysesOfBook, analysesOfImport } from './audio-analysis-rows.ts';

/** Returns the ID in the path; an invalid ID matches no record. */
function idOf(body: unknown): number {
  const parseResult = fields.id.safeParse((body as { id?: unknown }).id);
  return parseResult.success ? parseResult.data : 0;
}

/**
 * Routes for the audio analysis of books and imports.
 * @param onRead enqueues missing analyses of a book
 */
export function audioAnalysisRoutes(
  { kysely: db }: Database,
  readCatalogue: ReadCatalogue,
  onRead: (bookId: number) => Promise<void>,
): RouteDefinition[] {
  return [
    defineRoute({
      ...audioAnalysisEndpoints.ofBook,
      tag: 'books',
      operationId: 'listBookAnalyses',
      summary: 'List audio analyses of a book',
      access: 'session',
      query: analysesQuery,
      response: audioAnalysisList,
      acceptsRelease: true,
      handle: async (call) => {
        const { body, query } = call;
        const id = idOf(body);
        const items = await readCatalogue(permittedRelease(call), ({ database }) =>
          analysesOfBook(database.kysely, id, query.with_silences ?? false),
        );
        if (!items) throw notFound('book');
        if (items.some(({ state, rms_db }) => state === 'waiting' || rms_db === null)) await onRead(id);
        return { data: { items } };
      },
    }),
    defineRoute({
      ...audioAnalysisEndpoints.ofImport,
      tag: 'imports',
      operationId: 'listImportAnalyses',
      summary: 'List audio analyses of an import',
      access: 'books:edit',
      query: analysesQuery,
      response: audioAnalysisList,
      handle: async ({ body, query }) => {
        const items = await analysesOfImport(db, idOf(body), query.with_silences ?? false);
        if (!items) throw notFound('import');
        return { data: { items } };
      },
    }),
  ];
}
