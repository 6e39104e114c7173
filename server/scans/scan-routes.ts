import * as fields from '#contract/fields';
import { scanEndpoints, scanList, scansQuery } from '#contract/scans';
import type { Database } from '#server/db/open';
import { notFound } from '#server/errors';
import { type RouteDefinition, defineRoute } from '#server/http/routes';
import { scansOfBook, scansOfImport } from './scan-rows.ts';

/** Of a path; one that is no id is nobody's. */
function idOf(body: unknown): number {
  const parsed = fields.id.safeParse((body as { id?: unknown }).id);
  return parsed.success ? parsed.data : 0;
}

/** What is known of the sound of a book or an import. */
export function scanRoutes({ kysely: db }: Database): RouteDefinition[] {
  return [
    defineRoute({
      ...scanEndpoints.ofBook,
      tag: 'books',
      operationId: 'listBookScans',
      summary: 'What was found out about the sound of a book',
      access: 'session',
      query: scansQuery,
      answer: scanList,
      handle: async ({ body, query }) => {
        const items = await scansOfBook(db, idOf(body), query.with_silences ?? false);
        if (!items) throw notFound('book');
        return { data: { items } };
      },
    }),
    defineRoute({
      ...scanEndpoints.ofImport,
      tag: 'imports',
      operationId: 'listImportScans',
      summary: 'What was found out about the sound of an import',
      access: 'books:edit',
      query: scansQuery,
      answer: scanList,
      handle: async ({ body, query }) => {
        const items = await scansOfImport(db, idOf(body), query.with_silences ?? false);
        if (!items) throw notFound('import');
        return { data: { items } };
      },
    }),
  ];
}
