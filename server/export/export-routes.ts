import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { type ExportKind, type TimedKind, exportKinds, timedKinds } from '#contract/book-export';
import type { Sessions } from '#server/auth/sessions';
import type { Database } from '#server/db/open';
import { refusals } from '#contract/refusals';
import { refused, refusedField } from '#server/errors';
import { requireUser } from '#server/http/session';
import type { BookService } from '#server/resources/books/books.service';
import { type ExportFiles, exportEpub, exportZip } from './export-archive.ts';
import { type Gathered, gatherBook, toFileName } from './gather.ts';
import { toSrt, toTimedText, toTimes, toVtt } from './subtitles.ts';
import { type TimedChapter, readTimed } from './timed.ts';

export interface ExportDeps extends ExportFiles {
  readonly database: Database;
  readonly books: BookService;
  readonly sessions: Sessions;
}

const utf8 = 'charset=utf-8';
const mediaTypes: Readonly<Record<ExportKind, string>> = {
  srt: `application/x-subrip; ${utf8}`,
  vtt: `text/vtt; ${utf8}`,
  txt: `text/plain; ${utf8}`,
  times: `application/json; ${utf8}`,
  epub: 'application/epub+zip',
  zip: 'application/zip',
  json: 'application/json; charset=utf-8',
};

const timed: Readonly<Record<TimedKind, (chapters: readonly TimedChapter[]) => string>> = {
  srt: toSrt,
  vtt: toVtt,
  txt: toTimedText,
  times: toTimes,
};
const isTimed = (kind: ExportKind): kind is TimedKind => (timedKinds as readonly string[]).includes(kind);
const extensionOf = (kind: ExportKind): string => (kind === 'times' ? 'times.json' : kind);

type WholeKind = Exclude<ExportKind, TimedKind>;

function contentOf(kind: WholeKind, files: ExportFiles, gathered: Gathered, name: string): Readable {
  if (kind === 'epub') return exportEpub(files, gathered);
  if (kind === 'zip') return exportZip(files, gathered, name);
  return Readable.from([Buffer.from(`${JSON.stringify(gathered.book, null, 2)}\n`)]);
}

/** A book as a file, for whoever is signed in. */
export function registerExports(
  app: FastifyInstance,
  { database, books, sessions, ...files }: ExportDeps,
): void {
  app.get<{ Params: { id: string }; Querystring: { as?: string; chapter?: string } }>(
    String.raw`/api/books/:id(^\d+$)/export`,
    async (request, reply) => {
      await requireUser(sessions, request);
      const kind = exportKinds.find((known) => known === request.query.as);
      if (!kind) throw refusedField('as', refusals.exportKindUnknown(exportKinds.join(', ')));
      const book = await books.get(Number(request.params.id));
      const wanted = request.query.chapter === '' ? undefined : request.query.chapter;
      if (wanted !== undefined && !isTimed(kind))
        throw refusedField('chapter', refusals.exportOfWholeBook(timedKinds.join(', ')));
      const gathered = await gatherBook(database.kysely, book);
      const chapters = isTimed(kind) ? await readTimed(database.kysely, book.id, wanted) : [];
      if (wanted !== undefined && chapters.length === 0) throw refused(refusals.notFound('chapter'));
      const name = toFileName(wanted === undefined ? book.name : `${book.name} ${chapters[0]?.title ?? ''}`);
      const plain =
        name
          .normalize('NFKD')
          .replaceAll(/[^\x20-\x7e]/g, '')
          .trim() || book.code;
      return reply
        .headers({
          'content-type': mediaTypes[kind],
          'content-disposition': `attachment; filename="${plain}.${extensionOf(kind)}"; filename*=UTF-8''${encodeURIComponent(name)}.${extensionOf(kind)}`,
          'cache-control': 'private, no-store',
        })
        .send(isTimed(kind) ? timed[kind](chapters) : contentOf(kind, files, gathered, name));
    },
  );
}
