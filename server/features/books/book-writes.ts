import { type Transaction, sql } from 'kysely';
import type { CreateOf, UpdateOf } from '#contract/core/define-resource';
import { searchedDetails } from '#contract/books/book-details';
import type { books } from '#contract/books/books';
import { lockForNewBook, lockForBookChange } from '#server/core/db/catalogue';
import { insertFiles } from '#server/core/db/files';
import { batchesInChunks } from '#server/core/db/batches';
import { wordPrefixesOf, searchKeyOf } from '#server/core/db/folding';
import { recordSearchWords } from '#server/core/db/search-words';
import { pick, prepare, prepareEach } from '#server/core/db/prepared';
import type { RowOf } from '#server/core/db/columns';
import type { Schema } from '#server/core/db/schema';
import { bookColumns } from '#server/core/db/tables/books';
import { notFound } from '#server/core/errors';
import type { ListItem } from '#server/core/audit-log/list-change';
import { restoreAuthor, authorNameOf, removeIdleAuthor } from './book-authors.ts';
import {
  type BookPeople,
  type Contributor,
  contributorsOf,
  insertContributors,
  narratorsOf,
  peopleAfter,
  recountPeople,
  removeContributors,
  restoreContributors,
  touchesPeople,
} from './book-contributors.ts';
import { type ChapterInput, insertChapters, measureChapters, removeChapters } from './book-chapters.ts';
import { bookCodeOf } from '#server/core/resource/book-code';
import { initialValues, inputValues } from '#server/core/resource/columns';
import { recount } from './book-counts.ts';
import { checkDetails, searchedIdentifiers } from './book-details.ts';
import { type EarlierEdition, editionAfter, moveOtherEditions } from './book-editions.ts';
import {
  customValuesAfter,
  insertCustomValues,
  removeCustomValues,
  updateCustomValues,
} from './book-custom-values.ts';
import { checkSample } from './book-sample.ts';
import { insertRights, removeRights, updateRights } from './book-rights.ts';
import { placementOf } from './book-placement.ts';
import {
  checkedSubjects,
  defaultSubjects,
  insertSubjects,
  removeSubjects,
  updateSubjects,
} from '#server/core/resource/book-subjects';
import { chaptersForAuditLog, recordBook } from './book-changes.ts';
import { chapterRowsOf, keepContents } from './chapter-rows.ts';
import { type DeletedBook, insertBookContent, bookContentOf, trashBook } from './deleted-book.ts';
import { lists, recordBookRemoval, positionsOfBook } from '#server/core/resource/book-positions';
import {
  namesOfPublisher,
  publisherAfter,
  recordNamedPublisher,
  restorePublisher,
  type PublisherAfter,
} from '#server/features/publishers/named-publishers';
import { blocksShowing } from '#server/core/resource/home-blocks';
import { addTexts, renewTexts } from './book-texts.ts';
import { type RetentionPolicy, retainsDeleted, releaseFiles } from '#server/core/resource/release-files';
import type { ReleaseFiles } from '#server/core/resource/lifecycle';
import type { StoredFiles } from '#server/core/resource/stored-files';
import { assertCurrentVersion } from '#server/core/resource/writes';
import type { CurrentSettings } from '#server/core/settings/settings';
import { readingTimeOf } from './reading-time.ts';

type CreateBook = CreateOf<typeof books>;
type UpdateBook = UpdateOf<typeof books>;
/** Settings that writes of books use. */
export type BookSettings = Pick<
  CurrentSettings,
  'provider_name' | 'new_book_language' | 'new_book_is_backup' | 'languages' | 'custom_fields'
> &
  RetentionPolicy;
type StoredBook = RowOf<typeof bookColumns>;

/** The columns that the search index contains. */
const searchedColumns: readonly (keyof StoredBook)[] = ['name', ...searchedDetails];

const keysOf = <Row extends object>(row: Row) => Object.keys(row) as (keyof Row & string)[];

const insertRow = prepareEach((db, book: StoredBook, columns: readonly (keyof StoredBook)[]) =>
  db.insertInto('books').values(pick(book, columns) as StoredBook),
);

const updateRow = prepareEach((db, book: StoredBook, changedColumns: readonly (keyof StoredBook)[]) =>
  db.updateTable('books').set(pick(book, changedColumns)).where('id', '=', book.id),
);

const insertSearchRow = prepare((db, search: Schema['book_search']) =>
  db.insertInto('book_search').values(pick(search, ['book_id', 'search_key', 'beginnings'])),
);

const updateSearchRow = prepare((db, search: Schema['book_search']) =>
  db
    .updateTable('book_search')
    .set(pick(search, ['search_key', 'beginnings']))
    .where('book_id', '=', search.book_id),
);

const storedById = prepare((db, { id }: { id: number }) =>
  db.selectFrom('books').selectAll().where('id', '=', id),
);

function searchOf(book: StoredBook): Schema['book_search'] {
  const search_key = searchKeyOf(book.name, bookCodeOf(book.id), ...searchedIdentifiers(book));
  return { book_id: book.id, search_key, beginnings: wordPrefixesOf(search_key) };
}

async function insertSearch(trx: Transaction<Schema>, book: StoredBook): Promise<void> {
  await insertSearchRow(trx, searchOf(book));
  await recordSearchWords(trx, [book.name]);
}

async function updateSearch(trx: Transaction<Schema>, book: StoredBook): Promise<void> {
  await updateSearchRow(trx, searchOf(book));
  await recordSearchWords(trx, [book.name]);
}

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
        ? await defaultSubjects(trx, placement.category_id)
        : await checkedSubjects(trx, input.subjects),
    version: 1,
    created_at: now,
    updated_at: now,
  };
  book.reading_time = readingTimeOf(book, settings.languages);
  await checkDetails(trx, book);
  await insertRow(trx, keysOf(book), book);
  await insertContributors(trx, id, contributors);
  await insertRights(trx, book);
  await insertCustomValues(trx, settings.custom_fields, book);
  await insertSubjects(trx, book);
  await insertChapters(trx, id, chapters);
  await checkSample(trx, book);
  await insertSearch(trx, book);
  await addTexts(trx, book);
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

async function readStoredBook(trx: Transaction<Schema>, id: number): Promise<StoredBook> {
  const [book] = await storedById(trx, { id });
  if (!book) throw notFound('book');
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
  // An update indexes every column that it sets, so only changed ones are set.
  const changedColumns = keysOf(after).filter((column) => after[column] !== before[column]);
  await checkDetails(trx, after, changedColumns);
  await updateRow(trx, changedColumns, after);
  if (changedColumns.includes('sample')) await checkSample(trx, after);
  if (changedColumns.includes('rights')) await updateRights(trx, after);
  if (changedColumns.includes('subjects')) await updateSubjects(trx, after);
  if (changedColumns.includes('custom_values')) await updateCustomValues(trx, settings.custom_fields, after);
  if (searchedColumns.some((column) => changedColumns.includes(column))) await updateSearch(trx, after);
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

/**
 * Increases the version of every record that references a book before it is deleted, so that open edits conflict. The database removes the
 * references.
 */
async function updateReferences(trx: Transaction<Schema>, bookId: number): Promise<void> {
  const updated_at = new Date().toISOString();
  const storyBooks = { records: 'story_books', entryTable: 'story_items', owner: 'story_book_id' } as const;
  for (const { records, entryTable, owner } of [...lists, storyBooks]) {
    await sql`update ${sql.table(records)} set version = version + 1, updated_at = ${updated_at}
      where id in (select ${sql.ref(owner)} from ${sql.table(entryTable)} where book_id = ${bookId})`.execute(
      trx,
    );
  }
}

/** Deletes a book and its rows. @returns its files @throws AppError 404 */
export async function deleteBook(
  trx: Transaction<Schema>,
  id: number,
  settings: BookSettings,
): Promise<ReleaseFiles> {
  await lockForBookChange(trx, id);
  const book = await readStoredBook(trx, id);
  const contributors = await contributorsOf(trx, id);
  const before = { row: book, contributors, chapters: await chaptersForAuditLog(trx, id) };
  const causeId = await recordBook(trx, {
    action: 'deleted',
    customFields: settings.custom_fields,
    before,
    after: undefined,
  });
  const chapterRows = retainsDeleted(settings) ? await chapterRowsOf(trx, id) : undefined;
  const bookContent = await bookContentOf(trx, id);
  const positions = await positionsOfBook(trx, id);
  const author = await authorNameOf(trx, book.author_id);
  await recordBookRemoval(trx, { book, positions, causeId });
  await updateReferences(trx, id);
  const keys = await removeChapters(trx, id);
  await trx.deleteFrom('book_search').where('book_id', '=', id).execute();
  await trx.deleteFrom('book_texts').where('book_id', '=', id).execute();
  await removeContributors(trx, id);
  if (book.rights !== '') await removeRights(trx, id);
  if (book.subjects !== '') await removeSubjects(trx, id);
  if (book.custom_values !== '') await removeCustomValues(trx, id);
  await trx.deleteFrom('books').where('id', '=', id).execute();
  await recount(trx, book, undefined);
  const formerIds = await recountPeople(trx, [
    { before: { author_id: book.author_id, contributors }, after: undefined },
  ]);
  for (const formerId of formerIds) await removeIdleAuthor(trx, formerId);
  for (const key of [book.image_key, book.thumbnail_key, book.audio_key]) if (key !== null) keys.push(key);
  const releasedKeys = await releaseFiles(trx, { retention: settings, keys, owner: { kind: 'books', id } });
  if (chapterRows)
    await trashBook(trx, {
      deleted: {
        book,
        author,
        contributors,
        publisher: await namesOfPublisher(trx, book),
        ...chapterRows,
        bookContent,
        places: positions,
        blocks: await blocksShowing(trx, 'books', id),
      },
      search_key: searchOf(book).search_key,
      keys,
      entry_id: causeId,
    });
  return releasedKeys;
}

/** Restores a deleted book with its id. All referenced records but its author must exist. @returns its row and contributors */
export async function insertDeletedBook(
  trx: Transaction<Schema>,
  {
    deleted,
    relatedRows,
    settings,
  }: {
    readonly deleted: StoredBook;
    readonly relatedRows: Pick<
      DeletedBook,
      'chapters' | 'textItems' | 'bookContent' | 'author' | 'contributors' | 'publisher'
    >;
    readonly settings: BookSettings;
  },
): Promise<{
  row: StoredBook;
  contributors: readonly Contributor[];
  publisher: PublisherAfter;
}> {
  const author = relatedRows.author ?? settings.provider_name;
  const author_id = await restoreAuthor(trx, deleted.author_id, author);
  const contributors = relatedRows.contributors
    ? await restoreContributors(trx, relatedRows.contributors, author_id)
    : await narratorsOf(trx, deleted.narrator);
  const publisher = await restorePublisher(trx, deleted, relatedRows.publisher);
  const book = { ...deleted, author_id, ...publisher.columns };
  await checkDetails(trx, book);
  await insertRow(trx, keysOf(book), book);
  await insertContributors(trx, book.id, contributors);
  await insertRights(trx, book);
  await insertCustomValues(trx, settings.custom_fields, book);
  await insertSubjects(trx, book);
  for await (const batch of batchesInChunks(relatedRows.chapters))
    await trx
      .insertInto('chapters')
      .values([...batch])
      .execute();
  for await (const batch of batchesInChunks(relatedRows.textItems))
    await trx
      .insertInto('text_items')
      .values([...batch])
      .execute();
  await insertBookContent(trx, relatedRows.bookContent);
  await insertSearch(trx, book);
  await addTexts(trx, book);
  await recount(trx, undefined, book);
  await recountPeople(trx, [{ before: undefined, after: { author_id, contributors } }]);
  return { row: book, contributors, publisher };
}
