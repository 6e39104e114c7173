import type { Kysely, Transaction } from 'kysely';
import type { RecordReferences } from '#contract/audit-log/audit-log';
import { books } from '#contract/books/books';
import type { CustomField } from '#contract/custom-fields/custom-fields';
import { customPrefix } from '#contract/custom-fields/custom-values';
import { lockForBookChange } from '#server/core/db/catalogue';
import { readRow, initialValues } from '#server/core/resource/columns';
import type { Schema } from '#server/core/db/schema';
import { bookColumns } from '#server/core/db/tables/books';
import { notFound } from '#server/core/errors';
import { parse } from '#server/core/parse';
import { readChanges } from '#server/core/audit-log/stored-change';
import { writeEntries } from '#server/core/audit-log/write-audit-log';
import type {
  RecordLifecycle,
  RestoreFiles,
  RequestedState,
  ReleaseFiles,
} from '#server/core/resource/lifecycle';
import { areLive, blocksShowing, returnToBlocks } from '#server/core/resource/home-blocks';
import { homeScreensShowing, recordsOnHomeScreens } from '#server/core/resource/home-uses';
import { MAX_NAMED, referencesIn, referencesOf } from '#server/core/resource/record-references';
import { editionReference } from '#server/core/resource/row-changes';
import {
  blankOf,
  codeOfReference,
  columnsByField,
  nameOfReference,
} from '#server/core/resource/repeated-create';
import type { StoredFiles } from '#server/core/resource/stored-files';
import { recordNamedPublisher } from '#server/features/publishers/named-publishers';
import { restoreAuthor } from './book-authors.ts';
import {
  contributorsForAuditLog,
  contributorsInAuditLog,
  contributorsOf,
  restoreContributors,
} from './book-contributors.ts';
import { chaptersForAuditLog, recordBook } from './book-changes.ts';
import {
  isInActiveChallenge,
  type ListOfBooks,
  lists as listsOfBooks,
  positionsOfBook,
  storyItemsOf,
  totalPositionsOf,
} from '#server/core/resource/book-positions';
import { type EarlierEdition, moveEditions, withCurrentEdition } from './book-editions.ts';
import { contentsBefore } from './chapter-rows.ts';
import { filesOfDeleted, readDeletedBook, relinkStoryItems, withExistingCategory } from './deleted-book.ts';
import { returnToLists } from './return-to-lists.ts';
import { deleteBook, insertDeletedBook } from './book-removal.ts';
import type { BookSettings } from './book-rows.ts';
import { replaceBookChapters, updateBook } from './book-writes.ts';

/** The columns with keys of files, to be set. */
interface Writable {
  image: NonNullable<StoredFiles['image']>;
  audio: NonNullable<StoredFiles['audio']>;
}

const byField = columnsByField(bookColumns);

/** Returns the earlier values of custom fields as input. Those of deleted fields are left out. */
function customBefore({ values }: RequestedState, customFields: readonly CustomField[]) {
  const entries = customFields.flatMap(({ key }) => {
    const value = values.get(customPrefix + key);
    return value === undefined ? [] : [[key, value ?? ''] as const];
  });
  return entries.length === 0 ? {} : { custom: Object.fromEntries(entries) };
}

/** Returns the input of an update that restores earlier fields. */
async function findRepeatedCreate(
  trx: Transaction<Schema>,
  { values, records, files }: RequestedState,
  restoreFiles: RestoreFiles,
) {
  const fields: Record<string, unknown> = {};
  for (const [field, value] of values)
    if (!field.startsWith(customPrefix)) fields[field] = value ?? blankOf(byField.get(field)?.type);
  for (const [field, mentioned] of records) {
    if (field === 'author') {
      if (mentioned) await restoreAuthor(trx, mentioned.id, mentioned.name);
      fields[field] = { name: mentioned?.name ?? '' };
    } else if (field === 'publisher' || field === 'imprint')
      fields[field] = await nameOfReference(trx, field, mentioned);
    else Object.assign(fields, await codeOfReference(trx, field, mentioned));
  }
  const restoredFiles: Partial<Pick<Writable, 'image' | 'audio'>> = {};
  for (const [field, file] of files) {
    const isAudio = field === 'audio_url';
    if (!file) fields[isAudio ? 'remove_audio' : 'remove_image'] = true;
    else if (isAudio) restoredFiles.audio = { audio_key: file.key };
    else restoredFiles.image = { image_key: file.key, thumbnail_key: file.thumbnail_key ?? file.key };
  }
  await restoreFiles([
    ...Object.values(restoredFiles.image ?? {}),
    ...Object.values(restoredFiles.audio ?? {}),
  ]);
  return { fields, restoredFiles };
}

/** Restores the content of a book to its state before a save. @throws AppError 409 if that version is no longer stored */
export type RestoreContent = (
  trx: Transaction<Schema>,
  save: {
    readonly bookId: number;
    /** The entry of the save. */
    readonly entryId: number;
    /** The entry of the change that caused this one. */
    readonly causeId: number;
    readonly settings: BookSettings;
  },
) => Promise<ReleaseFiles>;

/** Returns the chapters that an import replaced as input, and restores their files; undefined if another save is the entry. */
async function restoreChapters(trx: Transaction<Schema>, entryId: number, restoreFiles: RestoreFiles) {
  const rows = await contentsBefore(trx, entryId);
  if (!rows) return undefined;
  const keys = [...new Set(rows.chapters.flatMap(({ audio_key }) => audio_key ?? []))];
  await restoreFiles(keys);
  const textsOf = Map.groupBy(rows.textItems, ({ chapter_id }) => chapter_id);
  return rows.chapters.map(({ id, code, name, duration, audio_key, starts_at, ends_at }) => ({
    code,
    name,
    duration,
    // Its row exists already.
    ...(audio_key !== null && { audio: { audio_key, duration, rows: [] } }),
    ...(starts_at !== null && { start: starts_at }),
    ...(ends_at !== null && { end: ends_at }),
    text_items: (textsOf.get(id) ?? []).map((item) => ({ code: item.code, text: item.text })),
  }));
}

/** Returns the contributors to restore; undefined when they have not changed. A deleted person is created again. */
async function contributorsBefore(trx: Transaction<Schema>, id: number, { lists }: RequestedState) {
  const items = lists.get('contributors');
  if (!items) return undefined;
  const currentKeys = contributorsForAuditLog(await contributorsOf(trx, id)).map(({ key }) => key);
  if (currentKeys.join() === items.map(({ key }) => key).join()) return undefined;
  return restoreContributors(trx, contributorsInAuditLog(items));
}

/** Returns the first edition to restore; undefined when it has not changed. */
const editionBefore = ({ records, editionEntries = [] }: RequestedState): EarlierEdition | undefined => {
  const edition = records.get(editionReference.field);
  return edition === undefined ? undefined : { editionOf: edition?.id ?? 0, entryIds: editionEntries };
};

/**
 * Returns the references to a book. A reference is live when the book is a day of an active challenge, or in a block of books of a main
 * service home screen. Blocks with a collection or story book do not change when one book is deleted.
 */
async function referencesOfBook(db: Kysely<Schema>, id: number): Promise<RecordReferences> {
  const positions = await positionsOfBook(db, id, { limit: MAX_NAMED });
  const positionsIn = (kind: ListOfBooks) =>
    positions
      .filter((position) => position.kind === kind)
      .map((position) => ({
        id: position.id,
        name: position.title,
        place: position.place,
        block: null,
      }));
  const references: RecordReferences['references'] = [];
  for (const list of listsOfBooks)
    references.push(...referencesOf(list.kind, positionsIn(list.kind), await totalPositionsOf(db, id, list)));
  const stories = [...(await storyItemsOf(db, id)).values()].flatMap(([first]) =>
    first ? [{ id: first.id, name: first.title, place: first.position, block: null }] : [],
  );
  // A home screen may show an old list, which is not among the referenced ones.
  const onHomeScreens = await recordsOnHomeScreens(db);
  const lists = [
    ...(await positionsOfBook(db, id, { among: onHomeScreens })),
    ...stories
      .filter((story) => onHomeScreens.get('story-books')?.has(story.id))
      .map((story) => ({
        kind: 'story-books' as const,
        id: story.id,
        title: story.name,
        place: story.place,
      })),
  ];
  const blocks = await blocksShowing(db, 'books', id);
  return {
    keeps: false,
    is_live: (await isInActiveChallenge(db, id)) || (await areLive(db, blocks)),
    ...(await homeScreensShowing(db, [
      { kind: 'books', id, through: null },
      ...lists.map((list) => ({
        kind: list.kind,
        id: list.id,
        through: { kind: list.kind, id: list.id, name: list.title, place: list.place },
      })),
    ])),
    references: [
      ...references,
      ...referencesOf('story-books', stories.toReversed()),
      ...referencesIn(blocks),
    ],
  };
}

/** Returns the author of a book from the audit log entry of its delete; undefined when that entry was deleted. */
async function authorInEntry(trx: Transaction<Schema>, entryId: number): Promise<string | undefined> {
  const entry = await trx
    .selectFrom('audit_log')
    .select('changes')
    .where('id', '=', entryId)
    .executeTakeFirst();
  for (const change of entry ? readChanges(entry.changes) : [])
    if (change.type === 'record' && change.field === 'author') return change.before?.name;
  return undefined;
}

/** Returns the lifecycle of books. @param restoreContent restores the content before a save of the content editor */
export function createBookLifecycle(
  rules: () => BookSettings,
  restoreContent: RestoreContent,
): RecordLifecycle {
  return {
    kind: 'books',
    noun: 'book',
    find: (db, id) =>
      db.selectFrom('books').select(['version', 'name']).where('id', '=', id).executeTakeFirst(),
    lists: async (trx, id) =>
      new Map([
        ['chapters', await chaptersForAuditLog(trx, id)],
        ['contributors', contributorsForAuditLog(await contributorsOf(trx, id))],
      ]),

    async change(trx, id, { version, requestedState, restoreFiles }) {
      const { fields, restoredFiles } = await findRepeatedCreate(trx, requestedState, restoreFiles);
      const { contentsOf } = requestedState;
      const chapters =
        contentsOf === undefined ? undefined : await restoreChapters(trx, contentsOf, restoreFiles);
      const custom = customBefore(requestedState, rules().custom_fields);
      const input = parse(books.update, { ...fields, ...custom, id, version });
      const { entryId, ...changed } = await updateBook(trx, {
        input,
        files: restoredFiles,
        settings: rules(),
        restored: await contributorsBefore(trx, id, requestedState),
        earlierEdition: editionBefore(requestedState),
      });
      if (contentsOf === undefined) return changed;
      const write = { bookId: id, settings: rules(), causeId: entryId };
      const replacedFiles = chapters
        ? await replaceBookChapters(trx, { ...write, chapters })
        : await restoreContent(trx, { ...write, entryId: contentsOf });
      return {
        discarded: [...changed.discarded, ...replacedFiles.discarded],
        retained: [...changed.retained, ...replacedFiles.retained],
      };
    },

    remove: (trx, id) => deleteBook(trx, id, rules()),

    async restore(trx, trashRow, restoreFiles) {
      const deletedBook = readDeletedBook(trashRow);
      const { id, name } = deletedBook.book;
      await lockForBookChange(trx, id);
      await restoreFiles(filesOfDeleted(deletedBook));
      const whole = readRow(bookColumns, {
        ...initialValues(bookColumns),
        ...deletedBook.book,
        ...(deletedBook.chapters.length > 0 && {
          chapter_count: deletedBook.chapters.length,
          has_chapters: 1,
        }),
      });
      const { row: existing } = await withExistingCategory(trx, await withCurrentEdition(trx, whole));
      const author = deletedBook.author ?? (await authorInEntry(trx, trashRow.entry_id));
      const relatedRows = { ...deletedBook, ...(author !== undefined && { author }) };
      const { row, contributors, publisher } = await insertDeletedBook(trx, {
        deleted: existing,
        relatedRows,
        settings: rules(),
      });
      const chapters = await chaptersForAuditLog(trx, id);
      const causeId = await recordBook(trx, {
        action: 'restored',
        customFields: rules().custom_fields,
        before: undefined,
        after: { row, contributors, chapters },
      });
      await moveEditions(trx, { from: id, to: row.edition_of, causeId });
      if (publisher.change) await recordNamedPublisher(trx, publisher.change, causeId);
      const skippedEntries = await returnToLists(trx, {
        book: { id, name },
        positions: deletedBook.places,
        since: trashRow.entry_id,
        causeId,
      });
      const stories = await relinkStoryItems(trx, id);
      await writeEntries(
        trx,
        stories.map((story) => ({
          kind: 'story-books' as const,
          record: { id: story.id, name: story.title },
          version: story.version,
          action: 'changed' as const,
          changes: [],
          causeId,
        })),
      );
      const { blocks = [] } = deletedBook;
      return [
        ...skippedEntries,
        ...(await returnToBlocks(trx, { record: { id, name }, positions: blocks, causeId })),
      ];
    },

    filesOf: (row) => filesOfDeleted(readDeletedBook(row)),

    async references(db, id) {
      const existingBook = await db.selectFrom('books').select('id').where('id', '=', id).executeTakeFirst();
      if (!existingBook) throw notFound('book');
      return referencesOfBook(db, id);
    },
  };
}
