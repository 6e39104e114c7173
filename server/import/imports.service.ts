import { type Transaction, sql } from 'kysely';
import type {
  ImportAccept,
  ImportComparison,
  ImportCreate,
  ImportDraft,
  ImportSummary,
  ImportUpdate,
  ImportsQuery,
} from '#contract/imports';
import { importLimits } from '#contract/imports';
import { defaultLanguage } from '#contract/languages';
import { refusals } from '#contract/refusals';
import type { Book } from '#contract/resources/books';
import { batches } from '#server/db/batches';
import { deleteFiles, insertFiles, type NewFile } from '#server/db/files';
import { searchKeyOf } from '#server/db/folding';
import type { Database } from '#server/db/open';
import type { Schema } from '#server/db/schema';
import { inTransaction } from '#server/db/transaction';
import { AppError, conflict, editConflict, invalid, notFound, refused } from '#server/errors';
import type { WriteContext } from '#server/http/resource-service';
import type { JobQueue } from '#server/jobs/job-queue';
import type { FileStorage } from '#server/media/file-storage';
import type { BookService } from '#server/resources/books/books.service';
import { acceptImport } from './accept.ts';
import { compareWith } from './compare.ts';
import { findDoubles } from './doubles.ts';
import { fileNameOf } from './draft/names.ts';
import type { StoredDraft } from './draft/stored-draft.ts';
import { editDraft } from './edit-draft.ts';
import { importsIn, readJobKind } from './imports.repository.ts';
import { emptyDraft, toDraft, toSummary } from './present.ts';
import { expiryFrom } from './read-job.ts';
import { columnsOfDraft } from './save-draft.ts';

export interface ImportServiceDeps {
  readonly database: Database;
  readonly files: FileStorage;
  readonly jobs: JobQueue;
  readonly books: BookService;
}

type Context = Pick<WriteContext, 'user' | 'authorize' | 'recall' | 'remember'>;

/** A file that is a blob already, for an import that no upload precedes. */
export interface StoredDrop {
  readonly path: string;
  readonly row: NewFile;
}

/** So long one call goes on accepting; the rest is left for the next. */
const ACCEPT_READY_MS = 5_000;
const READY_AT_ONCE = 100;

const nothingAsked = { authorize: async () => undefined };

export function createImportService(deps: ImportServiceDeps) {
  const { database, files, jobs, books } = deps;
  const { kysely: db } = database;

  async function summaryOf(trx: Transaction<Schema> | typeof db, id: number): Promise<ImportSummary> {
    const row = await importsIn(trx).summary(id);
    if (!row) throw notFound('import');
    return toSummary(row);
  }

  async function storedDraft(
    trx: Transaction<Schema> | typeof db,
    id: number,
  ): Promise<StoredDraft | undefined> {
    const text = await importsIn(trx).draft(id);
    return text ? (JSON.parse(text) as StoredDraft) : undefined;
  }

  async function whole(trx: Transaction<Schema> | typeof db, id: number): Promise<ImportDraft> {
    const reader = importsIn(trx);
    const row = await reader.summary(id);
    if (!row) throw notFound('import');
    const draft = await storedDraft(trx, id);
    const parts = { files: await reader.files(id), covers: await reader.covers(id) };
    const doubts =
      draft && row.state === 'ready' ? await findDoubles(trx, draft, hashesOf(parts.files), id) : [];
    return toDraft(row, draft ?? emptyDraft, parts, doubts);
  }

  /** Adds an import whose files are on their way or there. */
  async function insertImport(
    trx: Transaction<Schema>,
    userId: number | null,
    state: 'receiving' | 'reading',
    dropped: readonly {
      path: string;
      size: number;
      key: string | null;
      sha256: string | null;
      upload_id: string | null;
    }[],
  ): Promise<number> {
    const now = new Date();
    const name = nameOfDrop(dropped.map(({ path }) => path));
    const { id } = await trx
      .insertInto('imports')
      .values({
        user_id: userId,
        drop_id: null,
        state,
        name,
        author: '',
        language: defaultLanguage,
        search_key: searchKeyOf(name, ''),
        thumbnail_key: null,
        chapter_count: 0,
        duration: 0,
        text_count: 0,
        file_count: dropped.length,
        size: dropped.reduce((sum, { size }) => sum + size, 0),
        warning_count: 0,
        problems: '[]',
        error: null,
        draft: null,
        book_id: null,
        version: 1,
        created_at: now.toISOString(),
        updated_at: now.toISOString(),
        expires_at: expiryFrom(now),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const rows = dropped.map((file, position) => ({
      ...file,
      import_id: id,
      position,
      kind: 'other',
      seconds: null,
      problem: null,
    }));
    for (const batch of batches(rows)) await trx.insertInto('import_files').values(batch).execute();
    if (state === 'reading')
      await jobs.enqueue({ kind: readJobKind, subjectId: id, title: name, userId }, trx);
    return id;
  }

  /** The uploads of a new import, which are the caller's and nobody else's import. @throws AppError 422 */
  async function takeUploads(trx: Transaction<Schema>, userId: number, wanted: ImportCreate['files']) {
    if (wanted.length === 0) throw invalid({ files: 'Choose what to import.' });
    const ids = wanted.map(({ upload_id }) => upload_id);
    if (new Set(ids).size < ids.length) throw invalid({ files: 'Each upload may be named once.' });
    const rows = new Map<string, { id: string; size: number; state: string; import_id: number | null }>();
    for (const batch of batches(ids))
      for (const row of await trx
        .selectFrom('uploads')
        .select(['id', 'size', 'state', 'import_id'])
        .where('id', 'in', batch)
        .where('user_id', '=', userId)
        .execute())
        rows.set(row.id, row);
    const errors: Record<string, string> = {};
    const uploads = wanted.map(({ upload_id, path }, index) => {
      const row = rows.get(upload_id);
      if (!row) errors[`files.${index}.upload_id`] = 'There is no such upload.';
      else if (row.import_id !== null)
        errors[`files.${index}.upload_id`] = 'This upload belongs to another import.';
      return { path: plainPath(path), upload_id, size: row?.size ?? 0, state: row?.state };
    });
    if (Object.keys(errors).length > 0) throw invalid(errors, undefined, 'reference.unknown');
    const bytes = uploads.reduce((sum, { size }) => sum + size, 0);
    if (bytes > importLimits.maxDropBytes)
      throw invalid({ files: 'One drop may hold 20 GiB; this one holds more.' });
    return uploads;
  }

  /** Begins to read an import when the last of its files is there. */
  async function readWhenComplete(trx: Transaction<Schema>, importId: number): Promise<void> {
    // Two files that end at once follow one another, so that one of them sees that it is the last.
    await trx
      .updateTable('imports')
      .set({ updated_at: new Date().toISOString() })
      .where('id', '=', importId)
      .execute();
    const missing = await trx
      .selectFrom('import_files')
      .innerJoin('uploads', 'uploads.id', 'import_files.upload_id')
      .select('uploads.id')
      .where('import_files.import_id', '=', importId)
      .where('uploads.state', '!=', 'ready')
      .executeTakeFirst();
    if (missing) return;
    const begun = await trx
      .updateTable('imports')
      .set({ state: 'reading', version: sql`version + 1`, updated_at: new Date().toISOString() })
      .where('id', '=', importId)
      .where('state', '=', 'receiving')
      .returning(['name', 'user_id'])
      .executeTakeFirst();
    if (begun)
      await jobs.enqueue(
        { kind: readJobKind, subjectId: importId, title: begun.name, userId: begun.user_id },
        trx,
      );
  }

  /** Takes an import and everything of it away. @returns the keys of its files @throws AppError 404, 409 */
  async function erase(trx: Transaction<Schema>, id: number): Promise<string[]> {
    const found = await trx.selectFrom('imports').select('state').where('id', '=', id).executeTakeFirst();
    if (!found) throw notFound('import');
    if (found.state === 'accepted') throw conflict('This import was accepted already.');
    await jobs.cancelAll(readJobKind, [id], trx);
    const reader = importsIn(trx);
    const rows = await reader.files(id);
    const covers = await reader.covers(id);
    const uploads = rows.flatMap(({ upload_id }) => upload_id ?? []);
    const keys = [
      ...rows.flatMap(({ key }) => key ?? []),
      ...covers.flatMap(({ image_key, thumbnail_key }) => [image_key, thumbnail_key]),
    ];
    for (const batch of batches(uploads)) {
      // What is still on its way ends as an upload of nobody's, which its own expiry clears away.
      await trx.updateTable('uploads').set({ import_id: null }).where('id', 'in', batch).execute();
    }
    await trx.deleteFrom('imports').where('id', '=', id).execute();
    await deleteFiles(trx, keys);
    return keys;
  }

  async function accept(
    input: ImportAccept,
    context: Pick<Context, 'authorize' | 'recall' | 'remember'>,
  ): Promise<Book> {
    const { book, dropped, withheld } = await inTransaction(database, async (trx) => {
      await context.authorize(trx);
      const earlier = await context.recall?.(trx);
      if (earlier !== undefined) return { book: earlier as Book, dropped: [], withheld: [] };
      const accepted = await acceptImport(trx, books, input);
      await context.remember?.(trx, accepted.book);
      return accepted;
    });
    await files.remove(dropped);
    await files.withhold(withheld);
    return book;
  }

  /** Those whose reading was given up by the jobs. */
  async function settleAbandoned(): Promise<void> {
    const rows = await db
      .selectFrom('imports')
      .select('imports.id')
      .where('state', '=', 'reading')
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('jobs')
              .select('jobs.id')
              .where('jobs.kind', '=', readJobKind)
              .where('jobs.subject_id', '=', sql<string>`cast(imports.id as text)`)
              .where('jobs.state', 'in', ['queued', 'running']),
          ),
        ),
      )
      .execute();
    for (const { id } of rows) {
      const job = await db
        .selectFrom('jobs')
        .select(['error', 'state'])
        .where('kind', '=', readJobKind)
        .where('subject_id', '=', String(id))
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst();
      const error =
        job?.error ?? (job?.state === 'cancelled' ? 'Reading it was cancelled.' : 'Reading it failed.');
      await db
        .updateTable('imports')
        .set({
          state: 'failed',
          error,
          warning_count: 1,
          problems: JSON.stringify([error]),
          version: sql`version + 1`,
        })
        .where('id', '=', id)
        .where('state', '=', 'reading')
        .execute();
    }
  }

  return {
    async list(userId: number, query: ImportsQuery) {
      await settleAbandoned();
      const reader = importsIn(db);
      const { rows, total } = await reader.page(userId, query);
      return { items: rows.map(toSummary), total, counts: await reader.counts(userId, query) };
    },

    get: (id: number): Promise<ImportDraft> => whole(db, id),

    /** A page of the passages of one text. @throws AppError 404 */
    async texts(
      id: number,
      chapter: number,
      { page, items_per_page }: { page: number; items_per_page: number },
    ) {
      const items = await importsIn(db).texts(id, chapter);
      if (!items) throw notFound('import');
      const start = (page - 1) * items_per_page;
      return {
        items: items
          .slice(start, start + items_per_page)
          .map((text, index) => ({ position: start + index, text })),
        total: items.length,
      };
    },

    /** Begins an import of uploads, which may still be under way. @throws AppError 422 */
    create: (input: ImportCreate, context: Context): Promise<ImportSummary> =>
      inTransaction(database, async (trx) => {
        await context.authorize(trx);
        const earlier = await context.recall?.(trx);
        if (earlier !== undefined) return earlier as ImportSummary;
        const uploads = await takeUploads(trx, context.user.id, input.files);
        const isThere = uploads.every(({ state }) => state === 'ready');
        const id = await insertImport(
          trx,
          context.user.id,
          isThere ? 'reading' : 'receiving',
          uploads.map(({ path, size, upload_id }) => ({ path, size, upload_id, key: null, sha256: null })),
        );
        for (const batch of batches(uploads.map(({ upload_id }) => upload_id)))
          await trx.updateTable('uploads').set({ import_id: id }).where('id', 'in', batch).execute();
        const item = await summaryOf(trx, id);
        await context.remember?.(trx, item);
        return item;
      }),

    /** Begins an import of files that are blobs already: their rows and the import come as one. */
    createStored: (dropped: readonly StoredDrop[], userId: number | null): Promise<ImportSummary> =>
      inTransaction(database, async (trx) => {
        await insertFiles(
          trx,
          dropped.map(({ row }) => row),
        );
        const id = await insertImport(
          trx,
          userId,
          'reading',
          dropped.map(({ path, row }) => ({
            path: plainPath(path),
            size: row.size,
            key: row.key,
            sha256: row.sha256 ?? null,
            upload_id: null,
          })),
        );
        return summaryOf(trx, id);
      }),

    /** In the transaction in which an upload became whole. */
    uploadArrived: (trx: Transaction<Schema>, importId: number): Promise<void> =>
      readWhenComplete(trx, importId),

    /** @throws AppError 404, 409 when somebody else changed it, 422 */
    update: (input: ImportUpdate, context: Pick<Context, 'authorize'>): Promise<ImportDraft> =>
      inTransaction(database, async (trx) => {
        await context.authorize(trx);
        const taken = await trx
          .updateTable('imports')
          .set({ version: sql`version + 1`, updated_at: new Date().toISOString() })
          .where('id', '=', input.id)
          .returning(['version', 'state', 'draft'])
          .executeTakeFirst();
        if (!taken) throw notFound('import');
        if (taken.state !== 'ready' || taken.draft === null)
          throw conflict('This import is not ready to be changed.');
        if (input.version !== undefined && input.version !== taken.version - 1) throw editConflict('import');
        const reader = importsIn(trx);
        const parts = { files: await reader.files(input.id), covers: await reader.covers(input.id) };
        const draft = editDraft(JSON.parse(taken.draft) as StoredDraft, input, {
          files: parts.files,
          coverCount: parts.covers.length,
        });
        const doubts = await findDoubles(trx, draft, hashesOf(parts.files), input.id);
        await trx
          .updateTable('imports')
          .set(
            columnsOfDraft(
              draft,
              doubts,
              parts.covers.map(({ thumbnail_key }) => thumbnail_key),
            ),
          )
          .where('id', '=', input.id)
          .execute();
        return whole(trx, input.id);
      }),

    accept,

    /** Reads an import again whose reading failed, from the files as they came. @throws AppError 404, 409 */
    retry: (id: number, context: Pick<Context, 'authorize'>): Promise<ImportSummary> =>
      inTransaction(database, async (trx) => {
        await context.authorize(trx);
        const { state } = await summaryOf(trx, id);
        if (state === 'reading') return summaryOf(trx, id);
        const left = await trx
          .selectFrom('import_files')
          .select('position')
          .where('import_id', '=', id)
          .where(({ or, eb }) => or([eb('key', 'is not', null), eb('upload_id', 'is not', null)]))
          .executeTakeFirst();
        if (state !== 'failed' || !left) throw refused(refusals.importNothingLeft);
        const begun = await trx
          .updateTable('imports')
          .set({
            state: 'reading',
            error: null,
            warning_count: 0,
            problems: '[]',
            version: sql`version + 1`,
            updated_at: new Date().toISOString(),
          })
          .where('id', '=', id)
          .returning(['name', 'user_id'])
          .executeTakeFirstOrThrow();
        await jobs.enqueue(
          { kind: readJobKind, subjectId: id, title: begun.name, userId: begun.user_id },
          trx,
        );
        return summaryOf(trx, id);
      }),

    /** Accepts the drafts without a warning, for a bounded time. */
    async acceptReady(dropId: number | undefined, context: Context) {
      const failed: { id: number; name: string; sentence: string }[] = [];
      let accepted = 0;
      const until = performance.now() + ACCEPT_READY_MS;
      const next = () => {
        let query = db
          .selectFrom('imports')
          .select(['id', 'name', 'version'])
          .where('state', '=', 'ready')
          .where('warning_count', '=', 0)
          .orderBy('id');
        query =
          dropId === undefined
            ? query.where('user_id', '=', context.user.id)
            : query.where((eb) => eb.or([eb('drop_id', '=', dropId), eb('id', '=', dropId)]));
        const skipped = failed.map(({ id }) => id);
        return skipped.length > 0 ? query.where('id', 'not in', skipped) : query;
      };
      for (;;) {
        const rows = await next().limit(READY_AT_ONCE).execute();
        if (rows.length === 0) return { accepted, remaining: 0, failed };
        for (const { id, name, version } of rows) {
          if (performance.now() > until || failed.length >= READY_AT_ONCE) {
            const { left } = await next()
              .clearSelect()
              .clearOrderBy()
              .select((eb) => eb.fn.countAll<number>().as('left'))
              .executeTakeFirstOrThrow();
            return { accepted, remaining: left, failed };
          }
          try {
            const doubts = await refreshDoubts(id);
            if (doubts !== undefined) {
              failed.push({ id, name, sentence: doubts });
              continue;
            }
            await accept({ id, version, book_version: undefined }, { authorize: context.authorize });
            accepted += 1;
          } catch (error) {
            if (!(error instanceof AppError) || error.status >= 500 || [401, 403].includes(error.status))
              throw error;
            failed.push({ id, name, sentence: error.message });
          }
        }
      }
    },

    /** @throws AppError 404 */
    async compare(id: number, bookId: number): Promise<ImportComparison> {
      const draft = await storedDraft(db, id);
      if (!draft) throw notFound('import');
      const [book, covers] = await Promise.all([books.get(bookId), importsIn(db).covers(id)]);
      return compareWith(db, book, draft, covers);
    },

    /** Takes a draft away with its files. @throws AppError 404, 409 when it was accepted */
    async remove(id: number, context: Pick<Context, 'authorize'> = nothingAsked): Promise<void> {
      const keys = await inTransaction(database, async (trx) => {
        await context.authorize(trx);
        return erase(trx, id);
      });
      await files.remove(keys);
    },

    /** Takes away what nobody accepted in time. @returns how many went */
    async removeExpired(now = new Date()): Promise<number> {
      await settleAbandoned();
      const rows = await db
        .selectFrom('imports')
        .select('id')
        .where('expires_at', '<', now.toISOString())
        .where('state', 'in', ['receiving', 'ready', 'failed'])
        .execute();
      for (const { id } of rows) {
        const keys = await inTransaction(database, (trx) => erase(trx, id));
        await files.remove(keys);
      }
      return rows.length;
    },
  };

  /** What the catalogue says of a draft by now, kept with it. @returns a sentence when there is something */
  async function refreshDoubts(id: number): Promise<string | undefined> {
    const draft = await storedDraft(db, id);
    if (!draft) return undefined;
    const reader = importsIn(db);
    const [rows, covers] = await Promise.all([reader.files(id), reader.covers(id)]);
    const doubts = await findDoubles(db, draft, hashesOf(rows), id);
    const serious = doubts.filter(({ kind }) => kind !== 'same_import');
    if (serious.length === 0) return undefined;
    await db
      .updateTable('imports')
      .set(
        columnsOfDraft(
          draft,
          doubts,
          covers.map(({ thumbnail_key }) => thumbnail_key),
        ),
      )
      .where('id', '=', id)
      .execute();
    return serious[0]?.sentence;
  }
}

export type ImportService = ReturnType<typeof createImportService>;

const hashesOf = (rows: readonly { kind: string; sha256: string | null }[]): string[] =>
  rows.flatMap(({ kind, sha256 }) => (kind === 'audio' && sha256 !== null ? [sha256] : []));

/** Folders apart by `/`, without those that lead elsewhere. */
const plainPath = (path: string): string =>
  path
    .replaceAll('\\', '/')
    .split('/')
    .filter((part) => part !== '' && part !== '.' && part !== '..')
    .join('/') || 'file';

/** The folder that all came in, else the only file, else how many there are. */
function nameOfDrop(paths: readonly string[]): string {
  const [first = ''] = paths;
  const [top = ''] = first.split('/');
  if (paths.length === 1) return fileNameOf(first);
  const isFolder = first.includes('/') && paths.every((path) => path.startsWith(`${top}/`));
  return isFolder ? top : `${paths.length} files`;
}
