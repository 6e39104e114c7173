import { type Transaction, sql } from 'kysely';
import { batchesInChunks } from '#server/core/db/batches';
import { lockForBookChange } from '#server/core/db/catalogue';
import type { Schema } from '#server/core/db/schema';
import { lists, recordBookRemoval, positionsOfBook } from '#server/core/resource/book-positions';
import { blocksShowing } from '#server/core/resource/home-blocks';
import type { ReleaseFiles } from '#server/core/resource/lifecycle';
import { retainsDeleted, releaseFiles } from '#server/core/resource/release-files';
import {
  namesOfPublisher,
  restorePublisher,
  type PublisherAfter,
} from '#server/features/publishers/named-publishers';
import { restoreAuthor, authorNameOf, removeIdleAuthor } from './book-authors.ts';
import { chaptersForAuditLog, recordBook } from './book-changes.ts';
import { removeChapters } from './book-chapters.ts';
import {
  type Contributor,
  contributorsOf,
  insertContributors,
  narratorsOf,
  recountPeople,
  removeContributors,
  restoreContributors,
} from './book-contributors.ts';
import { recount } from './book-counts.ts';
import { checkDetails } from './book-details.ts';
import { insertFilterRows, removeFilterRows } from './book-filter-rows.ts';
import {
  type BookSettings,
  insertBookRow,
  insertSearchRowOf,
  readStoredBook,
  searchRowOf,
  type StoredBook,
} from './book-rows.ts';
import { addTexts } from './book-texts.ts';
import { chapterRowsOf } from './chapter-rows.ts';
import { type DeletedBook, insertBookContent, bookContentOf, trashBook } from './deleted-book.ts';

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
  await removeFilterRows(trx, book);
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
      search_key: searchRowOf(book).search_key,
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
  await insertBookRow(trx, book);
  await insertContributors(trx, book.id, contributors);
  await insertFilterRows(trx, book, settings);
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
  await insertSearchRowOf(trx, book);
  await addTexts(trx, book, relatedRows.chapters);
  await recount(trx, undefined, book);
  await recountPeople(trx, [{ before: undefined, after: { author_id, contributors } }]);
  return { row: book, contributors, publisher };
}
