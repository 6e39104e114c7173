import { formatCount } from '#contract/core/format-count';
import { type Transaction, sql } from 'kysely';
import { importLimits } from '#contract/imports/import-limits';
import type { ImportAccept } from '#contract/imports/imports';
import { knownErrors } from '#contract/core/errors';
import type { Book } from '#contract/books/books';
import { type Sample, formatSample, sampleError } from '#contract/books/sample';
import { latestEntryOf } from '#server/core/audit-log/read-audit-log';
import { lockForBookChange } from '#server/core/db/catalogue';
import { deleteFiles } from '#server/core/db/files';
import type { Schema } from '#server/core/db/schema';
import { editConflict, notFound, appError, fieldError, forbidden } from '#server/core/errors';
import { yieldToEventLoop } from '#server/core/yield-to-event-loop';
import { hasEdition } from '#server/features/books/book-editions';
import { cutExtension } from '#server/features/audio/chapter-clips';
import { booksIn } from '#server/features/books/books.repository';
import type { BookContents, BookService } from '#server/features/books/books.service';
import { addToSeries, type SeriesAccess } from './known-series.ts';
import { type StoredProposal, parseProposal } from './proposal/stored-proposal.ts';
import type { StoredProposalText } from './proposal/text-details.ts';
import { importsIn } from './imports.repository.ts';
import { selectedFields } from './selected-fields.ts';
import { bookFieldsOf, bookContentsOf } from './whole-book.ts';

interface Accepted {
  readonly book: Book;
  /** Keys of files without a reference. */
  readonly discarded: readonly string[];
  /** Keys of files that are retained for a restore. */
  readonly retained: readonly string[];
}

/** Marks the proposal as accepted, so that no other request accepts it. @throws AppError 404, 409 */
async function takeProposal(
  trx: Transaction<Schema>,
  { id, version }: ImportAccept,
): Promise<StoredProposal> {
  const now = new Date().toISOString();
  const acceptedImport = await trx
    .updateTable('imports')
    .set({ state: 'accepted', version: sql`version + 1`, updated_at: now })
    .where('id', '=', id)
    .where('state', '=', 'ready')
    .returning(['version', 'proposal'])
    .executeTakeFirst();
  if (!acceptedImport) {
    const summary = await importsIn(trx).summary(id);
    if (!summary) throw notFound('import');
    throw appError(
      summary.state === 'accepted' ? knownErrors.importAccepted : knownErrors.importNotReady('accepted'),
    );
  }
  if (version !== undefined && version !== acceptedImport.version - 1) throw editConflict('import');
  if (acceptedImport.proposal === null) throw appError(knownErrors.importNotReady('accepted'));
  const proposal = parseProposal(acceptedImport.proposal);
  const { maxChapters } = importLimits;
  if (proposal.chapters.length > maxChapters)
    throw fieldError('chapters', knownErrors.importTooManyChapters(formatCount(maxChapters)));
  return proposal;
}

/** Texts read before control returns to the event loop. The database may run in this thread. */
const TEXTS_PER_CHUNK = 50;

async function textsOf(trx: Transaction<Schema>, id: number): Promise<StoredProposalText[]> {
  const texts: StoredProposalText[] = [];
  for (;;) {
    const rows = await trx
      .selectFrom('import_texts')
      .select(['items', 'details', 'file'])
      .where('import_id', '=', id)
      .where('position', '>=', texts.length)
      .orderBy('position')
      .limit(TEXTS_PER_CHUNK)
      .execute();
    for (const { items, ...rest } of rows) texts.push({ ...rest, items: JSON.parse(items) as string[] });
    if (rows.length < TEXTS_PER_CHUNK) return texts;
    await yieldToEventLoop();
  }
}

async function storedProposalOf(trx: Transaction<Schema>, id: number) {
  const reader = importsIn(trx);
  return {
    files: await reader.files(id),
    covers: await reader.covers(id),
    texts: await textsOf(trx, id),
  };
}

/** Deletes the files that the book does not use. The proposal itself stays for later comparisons. */
async function settle(
  trx: Transaction<Schema>,
  {
    id,
    bookId,
    unused,
  }: { readonly id: number; readonly bookId: number; readonly unused: readonly string[] },
): Promise<void> {
  await trx
    .updateTable('imports')
    .set({ book_id: bookId, thumbnail_key: null })
    .where('id', '=', id)
    .execute();
  for (const table of ['import_files', 'import_covers', 'import_texts'] as const)
    await trx.deleteFrom(table).where('import_id', '=', id).execute();
  await deleteFiles(trx, unused);
}

/** Returns true if the sample can be made from the audio of its chapter. */
function hasSample({ chapters, audio: book }: BookContents, sample: Sample | undefined): sample is Sample {
  const chapter = chapters.find(({ code }) => code === sample?.chapter_code);
  if (!sample || !chapter) return false;
  const { audio, start = 0, end = audio?.duration ?? 0 } = chapter;
  const key = audio?.audio_key ?? book?.audio_key ?? '';
  return (
    cutExtension(key) !== undefined && sampleError(sample) === undefined && sample.end <= end - start + 1
  );
}

/** The services that store an accepted book. */
export interface Services {
  readonly books: BookService;
  /** Undefined for users who may not edit series. */
  readonly series: SeriesAccess | undefined;
}

/** Adds a book to the series of its proposal. @returns the book with its series */
async function inSeries(
  trx: Transaction<Schema>,
  access: SeriesAccess,
  { book, entryId, proposal }: { book: Book; entryId: number; proposal: StoredProposal },
): Promise<Book> {
  if (!proposal.series || proposal.series.length === 0) return book;
  await addToSeries(trx, access, { book, entryId, seriesInFiles: proposal.series });
  const row = await booksIn(trx).byId(book.id);
  return { ...book, series: row?.series ?? [] };
}

/** Creates a book from a proposal. @throws AppError 404, 409, 422 */
async function acceptAsNew(
  trx: Transaction<Schema>,
  { books, series }: Services,
  input: ImportAccept,
): Promise<Accepted> {
  const proposal = await takeProposal(trx, input);
  const { contents, seconds, unused } = bookContentsOf(proposal, await storedProposalOf(trx, input.id));
  const { edition_of: edition, sample } = proposal;
  // The first edition may have been deleted since.
  const isKnown = edition !== undefined && (await hasEdition(trx, edition));
  const fields = {
    ...bookFieldsOf(proposal),
    ...(isKnown && { edition_of: edition.code }),
    ...(hasSample(contents, sample) && { sample: formatSample(sample) }),
    duration: seconds,
  };
  const book = await books.addWhole(trx, fields, contents);
  await settle(trx, { id: input.id, bookId: book.id, unused });
  const entryId = await latestEntryOf(trx, 'books', book.id);
  return {
    book: series ? await inSeries(trx, series, { book, entryId, proposal }) : book,
    discarded: unused,
    retained: [],
  };
}

/** Updates a book with the selected parts of a proposal. @throws AppError 403, 404, 409, 422 */
async function acceptIntoBook(
  trx: Transaction<Schema>,
  { books, series }: Services,
  { input, bookId }: { readonly input: ImportAccept; readonly bookId: number },
): Promise<Accepted> {
  const take = new Set(input.take ?? []);
  if (take.size === 0) throw fieldError('take', knownErrors.importNothingTaken);
  if (take.has('series') && !series) throw forbidden(knownErrors.seriesNotEditable);
  const proposal = await takeProposal(trx, input);
  const { contents, seconds, unused } = bookContentsOf(
    {
      ...proposal,
      cover: take.has('cover') ? proposal.cover : null,
      chapters: take.has('chapters') ? proposal.chapters : [],
    },
    await storedProposalOf(trx, input.id),
  );
  await lockForBookChange(trx, bookId);
  const { book, entryId, discarded, retained } = await books.replaceBook(
    trx,
    {
      id: bookId,
      version: input.book_version,
      ...(await selectedFields(trx, { bookId, proposal, take })),
      ...(take.has('chapters') && seconds > 0 && { duration: seconds, remove_audio: true }),
    },
    {
      ...(contents.image && { image: contents.image }),
      ...(contents.audio && { audio: contents.audio }),
      ...(take.has('chapters') && { chapters: contents.chapters }),
    },
  );
  await settle(trx, { id: input.id, bookId, unused });
  return {
    book: take.has('series') && series ? await inSeries(trx, series, { book, entryId, proposal }) : book,
    retained,
    discarded: [...discarded, ...unused],
  };
}

/** Stores a whole book with its chapters, texts, audio and cover in one transaction. @throws AppError 404, 409, 422 */
export const acceptImport = (
  trx: Transaction<Schema>,
  services: Services,
  input: ImportAccept,
): Promise<Accepted> =>
  input.book_id === undefined
    ? acceptAsNew(trx, services, input)
    : acceptIntoBook(trx, services, { input, bookId: input.book_id });
