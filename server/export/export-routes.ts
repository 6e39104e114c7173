import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { type ExportKind, exportKinds } from '#contract/book-export';
import type { Sessions } from '#server/auth/sessions';
import type { Database } from '#server/db/open';
import { invalid } from '#server/errors';
import { requireUser } from '#server/http/session';
import type { BookService } from '#server/resources/books/books.service';
import { type ExportFiles, exportEpub, exportZip } from './export-archive.ts';
import { type Gathered, gatherBook, toFileName } from './gather.ts';

export interface ExportDeps extends ExportFiles {
  readonly database: Database;
  readonly books: BookService;
  readonly sessions: Sessions;
}

const mediaTypes: Readonly<Record<ExportKind, string>> = {
  epub: 'application/epub+zip',
  zip: 'application/zip',
  json: 'application/json; charset=utf-8',
};

function contentOf(kind: ExportKind, files: ExportFiles, gathered: Gathered, name: string): Readable {
  if (kind === 'epub') return exportEpub(files, gathered);
  if (kind === 'zip') return exportZip(files, gathered, name);
  return Readable.from([Buffer.from(`${JSON.stringify(gathered.book, null, 2)}\n`)]);
}

/** A book as a file, for whoever is signed in. */
export function registerExports(
  app: FastifyInstance,
  { database, books, sessions, ...files }: ExportDeps,
): void {
  app.get<{ Params: { id: string }; Querystring: { as?: string } }>(
    String.raw`/api/books/:id(^\d+$)/export`,
    async (request, reply) => {
      await requireUser(sessions, request);
      const kind = exportKinds.find((known) => known === request.query.as);
      if (!kind) throw invalid({ as: `Must be one of ${exportKinds.join(', ')}.` });
      const gathered = await gatherBook(database.kysely, await books.get(Number(request.params.id)));
      const name = toFileName(gathered.book.name);
      const plain =
        name
          .normalize('NFKD')
          .replaceAll(/[^\x20-\x7e]/g, '')
          .trim() || gathered.book.code;
      return reply
        .headers({
          'content-type': mediaTypes[kind],
          'content-disposition': `attachment; filename="${plain}.${kind}"; filename*=UTF-8''${encodeURIComponent(name)}.${kind}`,
          'cache-control': 'private, no-store',
        })
        .send(contentOf(kind, files, gathered, name));
    },
  );
}
