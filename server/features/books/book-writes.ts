import type { Transaction } from 'kysely';
import type { CreateOf, UpdateOf } from '#contract/core/define-resource';
import type { books } from '#contract/books/books';
import { lockForNewBook, lockForBookChange } from '#server/core/db/catalogue';
import { insertFiles } from '#server/core/db/files';
import { pick } from '#server/core/db/prepared';
import type { Schema } from '#server/core/db/schema';
import { bookColumns } from '#server/core/db/tables/books';
import type { ListItem } from '#server/core/audit-log/list-change';
import { removeIdleAuthor } from './book-authors.ts';
import {
  type BookPeople,
  type Contributor,
  contributorsOf,
  insertContributors,
  peopleAfter,
  recountPeople,
  removeContributors,
  touchesPeople,
} from './book-contributors.ts';
import { type ChapterInput, insertChapters, measureChapters, removeChapters } from './book-chapters.ts';
import { initialValues, inputValues } from '#server/core/resource/columns';
import { recount } from './book-counts.ts';
import { checkDetails } from './book-details.ts';
import { type EarlierEdition, editionAfter, moveOtherEditions } from './book-editions.ts';
import { customValuesAfter } from './book-custom-values.ts';
import { checkSample } from './book-sample.ts';
import { insertFilterRows, updateFilterRows } from './book-filter-rows.ts';
import {
  type BookSettings,
  changedColumnsOf,
  insertBookRow,
  insertSearchRowOf,
  readStoredBook,
  type StoredBook,
  updateBookRow,
  updateSearchRowOf,
} from './book-rows.ts';
import { placementOf } from './book-placement.ts';
import { checkedSubjects, defaultSubjects } from '#server/core/resource/book-subjects';
import { chaptersForAuditLog, recordBook } from './book-changes.ts';
import { chapterRowsOf, keepContents } from './chapter-rows.ts';
import {
  publisherAfter,
  recordNamedPublisher,
  type PublisherAfter,
} from '#server/features/publishers/named-publishers';
import { addTexts, renewTexts } from './book-texts.ts';
import { retainsDeleted, releaseFiles } from '#server/core/resource/release-files';
import type { ReleaseFiles } from '#server/core/resource/lifecycle';
import type { StoredFiles } from '#server/core/resource/stored-files';
import { assertCurrentVersion } from '#server/core/resource/writes';
import { readingTimeOf } from './reading-time.ts';

type CreateBook = CreateOf<typeof books>;
type UpdateBook = UpdateOf<typeof books>;
/** Returns the defaults of a new book. */
const newBookValues = (settings: BookSettings) => ({
  language: settings.new_book_language,
  is_backup: settings.new_book_is_backup,
});

/** Returns the keys that were sent. Absent keys keep their defaults or current values. */
const definedOf = (input: object) =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));

/** Inserts a book with its chapters, whose files already have rows. @throws AppError 422 */
export async function insertBook(
  trx: Transaction<Schema>,
  {
    input,
    files,
    settings,
    chapters = [],
    recordId,
  }: {
    readonly input: CreateBook;
    readonly files: StoredFiles;
    readonly settings: BookSettings;
    readonly chapters?: readonly ChapterInput[] | undefined;
    /** A reserved ID. */
    readonly recordId?: number | undefined;
  },
): Promise<StoredBook> {
  if (recordId !== undefined) await lockForBookChange(trx, recordId);
  const id = recordId ?? (await lockForNewBook(trx));
  const now = new Date().toISOString();
  const placement = await placementOf(trx, input);
  const { contributors, ...people } = await peopleAfter(trx, {
    input,
    before: undefined,
    providerName: settings.provider_name,
  });
  const publisher = await publisherAfter(trx, input);
  const values = inputValues(bookColumns, { ...newBookValues(settings), ...definedOf(input) }, undefined);
  const book: StoredBook = {
    ...initialValues(bookColumns),
    ...values,
    ...placement,
    ...publisher.columns,
    ...files.image,
    ...files.audio,
    ...(chapters.length > 0 && (await measureChapters(chapters))),
    id,
    edition_of: await editionAfter(trx, { code: input.edition_of, book: { id, edition_of: 0 } }),
    ...people,
    duration: values.duration || (files.audioSeconds ?? 0),
    custom_values: customValuesAfter(settings.custom_fields, input.custom, undefined),
    subjects:
      input.subjects === undefined
        ? await defaultSubjects(trx, placement)
        : await checkedSubjects(trx, input.subjects),
    version: 1,
    created_at: now,
    updated_at: now,
  };
  book.reading_time = readingTimeOf(book, settings.languages);
  await checkDetails(trx, book);
  await insertBookRow(trx, book);
  await insertContributors(trx, id, contributors);
  await insertFilterRows(trx, book, settings);
  await insertChapters(trx, id, chapters);
  await checkSample(trx, book);
  await insertSearchRowOf(trx, book);
  await addTexts(trx, book, chapters);
  await recount(trx, undefined, book);
  await recountPeople(trx, [{ before: undefined, after: { ...people, contributors } }]);
  const causeId = await recordBook(trx, {
    action: 'created',
    customFields: settings.custom_fields,
    before: undefined,
    after: {
      row: book,
      contributors,
      ...(chapters.length > 0 && { chapters: await chaptersForAuditLog(trx, id) }),
    },
  });
  if (publisher.change) await recordNamedPublisher(trx, publisher.change, causeId);
  return book;
}

/** The chapters before and after a change, for the audit log. */
export interface ChapterLists {
  readonly before: readonly ListItem[];
  readonly after: readonly ListItem[];
}

const contributorsIn = (people: BookPeople | undefined) =>
  people ? { contributors: people.contributors } : {};

/** Stores the contributors of a book. @returns the people who are no longer on it */
async function savePeople(
  trx: Transaction<Schema>,
  bookId: number,
  { before, after }: { readonly before: BookPeople; readonly after: BookPeople },
): Promise<number[]> {
  const rolesOf = ({ contributors }: BookPeople) =>
    contributors.map(({ id, role }) => `${role} ${id}`).join();
  if (rolesOf(before) !== rolesOf(after)) {
    await removeContributors(trx, bookId);
    await insertContributors(trx, bookId, after.contributors);
  }
  return recountPeople(trx, [{ before, after }]);
}

/** Stores changes and all derived values. @returns the entry, and the files that the book no longer references */
async function save(
  trx: Transaction<Schema>,
  {
    before,
    changes,
    settings,
    chapters,
    people,
    publisher,
    causeId,
  }: {
    readonly before: StoredBook;
    readonly changes: Partial<StoredBook>;
    readonly settings: BookSettings;
    readonly people?: { readonly before: BookPeople; readonly after: BookPeople } | undefined;
    readonly publisher?: PublisherAfter | undefined;
    readonly chapters?: ChapterLists | undefined;
    readonly causeId?: number | undefined;
  },
): Promise<{ entryId: number; keys: string[] }> {
  const after: StoredBook = { ...before, ...changes };
  after.reading_time = readingTimeOf(after, settings.languages);
  after.version = before.version + 1;
  after.updated_at = new Date().toISOString();
  const changedColumns = changedColumnsOf(before, after);
  await checkDetails(trx, after, changedColumns);
  await updateBookRow(trx, after, changedColumns);
  if (changedColumns.includes('sample')) await checkSample(trx, after);
  await updateFilterRows(trx, { before, after }, settings);
  await updateSearchRowOf(trx, after, changedColumns);
  if (after.description !== before.description || chapters) await renewTexts(trx, after);
  await recount(trx, before, after);
  const formerIds = people ? await savePeople(trx, before.id, people) : [];
  const entryId = await recordBook(trx, {
    action: 'changed',
    customFields: settings.custom_fields,
    before: {
      row: before,
      ...(chapters && { chapters: chapters.before }),
      ...contributorsIn(people?.before),
    },
    after: { row: after, ...(chapters && { chapters: chapters.after }), ...contributorsIn(people?.after) },
    causeId,
  });
  if (publisher?.change) await recordNamedPublisher(trx, publisher.change, entryId);
  for (const id of formerIds) await removeIdleAuthor(trx, id);
  const names = ['image_key', 'thumbnail_key', 'audio_key'] as const;
  const keys = names.flatMap((name) =>
    before[name] !== null && before[name] !== after[name] ? [before[name]] : [],
  );
  return { entryId, keys };
}

/** Returns the people of a book before and after an update. @throws AppError 422 */
async function changedPeople(
  trx: Transaction<Schema>,
  { before, ...change }: Omit<Parameters<typeof peopleAfter>[1], 'before'> & { readonly before: StoredBook },
) {
  const people = {
    ...pick(before, ['author_id', 'narrator']),
    contributors: await contributorsOf(trx, before.id),
  };
  return { before: people, after: await peopleAfter(trx, { ...change, before: people }) };
}

/** Updates a book. @returns the entry, and the files that it no longer references @throws AppError 404, 409, 422 */
export async function updateBook(
  trx: Transaction<Schema>,
  {
    input,
    files,
    settings,
    restored,
    earlierEdition,
  }: {
    readonly input: UpdateBook;
    readonly files: Pick<StoredFiles, 'image' | 'audio' | 'audioSeconds'>;
    readonly settings: BookSettings;
    /** Contributors of an earlier state, which replace the current ones. */
    readonly restored?: readonly Contributor[] | undefined;
    readonly earlierEdition?: EarlierEdition | undefined;
  },
): Promise<ReleaseFiles & { entryId: number }> {
  await lockForBookChange(trx, input.id);
  const before = await readStoredBook(trx, input.id);
  assertCurrentVersion('book', input, before);
  const people =
    touchesPeople(input) || restored
      ? await changedPeople(trx, { before, input, restored, providerName: settings.provider_name })
      : undefined;
  const publisher = await publisherAfter(trx, input, pick(before, ['publisher_id', 'imprint_id']));
  const values = inputValues(bookColumns, input, before);
  const edition_of = await editionAfter(trx, {
    code: input.edition_of,
    book: before,
    earlier: earlierEdition,
  });
  const changes: Partial<StoredBook> = {
    ...values,
    edition_of,
    ...(await placementOf(trx, input, before)),
    ...publisher.columns,
    ...(input.remove_image && { image_key: null, thumbnail_key: null }),
    ...(input.remove_audio && { audio_key: null }),
    ...files.image,
    ...files.audio,
    ...(people && { author_id: people.after.author_id, narrator: people.after.narrator }),
    duration: values.duration || (files.audioSeconds ?? 0),
    ...(input.subjects !== undefined && { subjects: await checkedSubjects(trx, input.subjects) }),
    ...(input.custom && {
      custom_values: customValuesAfter(settings.custom_fields, input.custom, before.custom_values),
    }),
    ...(before.has_chapters === 1 && { chapter_count: before.chapter_count }),
  };
  const { entryId, keys } = await save(trx, { before, changes, settings, people, publisher });
  await moveOtherEditions(trx, { before, editionOf: edition_of, earlier: earlierEdition, causeId: entryId });
  return {
    entryId,
    ...(await releaseFiles(trx, { retention: settings, keys, owner: { kind: 'books', id: input.id } })),
  };
}

/**
 * Replaces the chapters of a book. @returns the files of the previous ones @param causeId the entry of the change that caused this one
 * @throws AppError 404, 422
 */
export async function replaceBookChapters(
  trx: Transaction<Schema>,
  {
    bookId,
    chapters,
    settings,
    causeId,
  }: {
    readonly bookId: number;
    readonly chapters: readonly ChapterInput[];
    readonly settings: BookSettings;
    readonly causeId?: number | undefined;
  },
): Promise<ReleaseFiles> {
  await lockForBookChange(trx, bookId);
  const before = await readStoredBook(trx, bookId);
  const old = await chaptersForAuditLog(trx, bookId);
  const contents = retainsDeleted(settings) ? await chapterRowsOf(trx, bookId) : undefined;
  const keys = await removeChapters(trx, bookId);
  await insertFiles(
    trx,
    chapters.flatMap(({ audio }) => audio?.rows ?? []),
  );
  await insertChapters(trx, bookId, chapters);
  const chapterLists = { before: old, after: await chaptersForAuditLog(trx, bookId) };
  const { entryId } = await save(trx, {
    before,
    changes: await measureChapters(chapters),
    settings,
    chapters: chapterLists,
    causeId,
  });
  if (contents) await keepContents(trx, { entry_id: entryId, record_id: bookId, rows: contents });
  return releaseFiles(trx, { retention: settings, keys, owner: { kind: 'books', id: bookId } });
}

/** The columns of a book that its content determines. */
export type BookContentOfBook = Pick<
  StoredBook,
  'chapter_count' | 'has_chapters' | 'chapter_seconds' | 'word_count' | 'duration' | 'audio_key'
>;

/**
 * Runs `change` for a locked book of the sent version. The returned values are stored in the book, and its version is increased. Nothing is
 * stored when `change` returns undefined. @returns the entry @throws AppError 404, 409
 */
export async function changeBookContent(
  trx: Transaction<Schema>,
  {
    input,
    settings,
    causeId,
    change,
  }: {
    readonly input: { readonly id: number; readonly version?: number | undefined };
    readonly settings: BookSettings;
    readonly causeId?: number | undefined;
    readonly change: (
      before: BookContentOfBook,
    ) => Promise<{ readonly book: Partial<BookContentOfBook>; readonly chapters: ChapterLists } | undefined>;
  },
): Promise<number | undefined> {
  await lockForBookChange(trx, input.id);
  const before = await readStoredBook(trx, input.id);
  assertCurrentVersion('book', input, before);
  const changes = await change(before);
  if (!changes) return undefined;
  const { book, chapters } = changes;
  return (await save(trx, { before, changes: book, settings, chapters, causeId })).entryId;
}
