import type { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { id } from '#contract/core/fields';
import { type ExportKind, type TimedKind, exportKinds, timedKinds } from '#contract/exports/exports';
import type { Sessions } from '#server/core/auth/sessions';
import type { Database } from '#server/core/db/open';
import { knownErrors } from '#contract/core/errors';
import { appError, fieldError } from '#server/core/errors';
import { parse } from '#server/core/parse';
import { withUser } from '#server/core/http/session';
import type { Book, Chapter } from '#contract/books/books';
import type { BookService } from '#server/features/books/books.service';
import { type ExportFiles, exportEpub, exportZip } from './export-archive.ts';
import { exportJson } from './export-json.ts';
import { type ExportContents, gatherBook, onlyChapter, toFileName } from './gather.ts';
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

const writers: Readonly<Record<TimedKind, (chapters: readonly TimedChapter[]) => string>> = {
  srt: toSrt,
  vtt: toVtt,
  txt: toTimedText,
  times: toTimes,
};
const isTimed = (kind: ExportKind): kind is TimedKind => (timedKinds as readonly string[]).includes(kind);
const isArchive = (kind: ExportKind): boolean => kind === 'epub' || kind === 'zip';
const extensionOf = (kind: ExportKind): string => (kind === 'times' ? 'times.json' : kind);

type WholeKind = Exclude<ExportKind, TimedKind>;

interface Contents {
  readonly gathered: ExportContents;
  readonly timed: readonly TimedChapter[];
}

function contentOf(
  kind: WholeKind,
  {
    files,
    contents: { gathered, timed },
    name,
  }: { readonly files: ExportFiles; readonly contents: Contents; readonly name: string },
): Readable {
  if (kind === 'epub') return exportEpub(files, gathered, timed);
  if (kind === 'zip') return exportZip(files, gathered, name);
  return exportJson(gathered.book);
}

/** Returns the index of the chapter with this code or id. @throws AppError 404 */
function findChapterIndex({ chapters = [] }: Book, code: string): number {
  const index = chapters.findIndex((chapter) => chapter.code === code || String(chapter.id) === code);
  if (index < 0) throw appError(knownErrors.notFound('chapter'));
  return index;
}

/** Returns the content with the name of one chapter, for an EPUB of that chapter. */
const namedBy = ({ book, ...rest }: ExportContents, { name, code }: Chapter): ExportContents => ({
  ...rest,
  book: { ...book, code: `${book.code}:${code}`, name: name ? `${book.name}: ${name}` : book.name },
});

/** Registers the export of a book, for all users. */
export function registerExports(
  app: FastifyInstance,
  { database, books, sessions, ...files }: ExportDeps,
): void {
  const call = 'GET /books/:id/export';
  app.get<{ Params: { id: string }; Querystring: { as?: string; chapter?: string; audio?: string } }>(
    String.raw`/api/books/:id(^\d+$)/export`,
    (request, reply) =>
      withUser(sessions, { request, call, access: 'session', cost: call }, async (user) => {
        const kind = exportKinds.find((candidate) => candidate === request.query.as);
        if (!kind) throw fieldError('as', knownErrors.exportKindUnknown(exportKinds.join(', ')));
        if (isArchive(kind)) sessions.beginExport(user, reply.raw);
        const book = await books.get(parse(id, request.params.id));
        const whole = await gatherBook(database.kysely, book);
        const { chapter = '' } = request.query;
        const index = chapter === '' ? undefined : findChapterIndex(book, chapter);
        const exportedChapter = index === undefined ? undefined : book.chapters?.[index];
        const selection = index === undefined ? whole : (onlyChapter(whole, index) ?? whole);
        const isSilent = !isTimed(kind) && (kind !== 'epub' || request.query.audio === '0');
        const timedChapters = isSilent ? [] : await readTimed(database.kysely, book.id, exportedChapter?.id);
        const exportContents =
          exportedChapter && kind === 'epub' ? namedBy(selection, exportedChapter) : selection;
        const name = toFileName(exportedChapter ? `${book.name} ${exportedChapter.name}` : book.name);
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
          .send(
            isTimed(kind)
              ? writers[kind](timedChapters)
              : contentOf(kind, {
                  files,
                  contents: { gathered: exportContents, timed: timedChapters },
                  name,
                }),
          );
      }),
  );
}
