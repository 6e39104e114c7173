import { type Selectable, type Transaction, sql } from 'kysely';
import { batches } from '#server/core/db/batches';
import type { RowOf } from '#server/core/db/columns';
import type { Schema } from '#server/core/db/schema';
import type { bookColumns } from '#server/core/db/tables/books';
import type { TrashRow } from '#server/core/db/tables/trash';
import { insertTrash } from '#server/core/audit-log/trash-rows';
import { bookCodeOf } from '#server/core/resource/book-code';
import type { BookPosition } from '#server/core/resource/book-positions';
import type { BlockPosition } from '#server/core/resource/home-blocks';
import type { Contributor } from './book-contributors.ts';
import type { ChapterRows } from './chapter-rows.ts';

type StoredBook = RowOf<typeof bookColumns>;

/** Other rows of the book content: earlier versions and autosaves. */
interface BookContentRows {
  readonly revisions: readonly Selectable<Schema['book_content_versions']>[];
  readonly parts: readonly Schema['book_content_blocks'][];
  readonly drafts: readonly Schema['book_content_autosaves'][];
}

/** A book as stored in the trash. */
export interface DeletedBook extends ChapterRows {
  readonly book: StoredBook;
  /** The name of its author, whose row is deleted with the last book. Absent in books that older versions deleted. */
  readonly author?: string;
  /** The other contributors. Absent in books that older versions deleted. */
  readonly contributors?: readonly Contributor[];
  /** The names of its publisher and imprint. Absent in books that older versions deleted. */
  readonly publisher?: { readonly publisher: string; readonly imprint: string };
  readonly bookContent: BookContentRows;
  readonly places: readonly BookPosition[];
  /** The blocks of home screens that showed it. Absent in books that older versions deleted. */
  readonly blocks?: readonly BlockPosition[];
}

export const readDeletedBook = ({ snapshot }: TrashRow): DeletedBook => JSON.parse(snapshot) as DeletedBook;

/** The keys of all files of a deleted book. */
export const filesOfDeleted = ({ book, chapters, bookContent }: DeletedBook): string[] => [
  ...new Set(
    [
      book.image_key,
      book.thumbnail_key,
      book.audio_key,
      ...[...chapters, ...bookContent.parts].map(({ audio_key }) => audio_key),
    ].filter((key) => key !== null),
  ),
];

export async function trashBook(
  trx: Transaction<Schema>,
  {
    deleted,
    search_key,
    keys,
    entry_id,
  }: {
    readonly deleted: DeletedBook;
    readonly search_key: string;
    readonly keys: readonly string[];
    readonly entry_id: number;
  },
): Promise<void> {
  const { book, chapters, places, blocks = [] } = deleted;
  await insertTrash(trx, {
    row: {
      kind: 'books',
      record_id: book.id,
      name: book.name,
      search_key,
      code: bookCodeOf(book.id),
      image_key: book.thumbnail_key,
      entry_id,
      chapters: chapters.length,
      places: places.length + blocks.length,
    },
    fileKeys: keys,
    snapshot: deleted,
  });
}

/**
 * Returns the book with its category and sub-category if both still match. Either may have been deleted, or the sub-category moved.
 * @returns the row, and the removed fields
 */
export async function withExistingCategory(trx: Transaction<Schema>, book: StoredBook) {
  const sub = await trx
    .selectFrom('sub_categories')
    .select(['id', 'category_id'])
    .where('id', '=', book.sub_category_id ?? 0)
    .executeTakeFirst();
  const category = await trx
    .selectFrom('categories')
    .select('id')
    .where('id', '=', sub?.category_id ?? book.category_id ?? 0)
    .executeTakeFirst();
  const placement = { category_id: category?.id ?? null, sub_category_id: sub?.id ?? null };
  const isWhole =
    placement.category_id === book.category_id && placement.sub_category_id === book.sub_category_id;
  return { row: isWhole ? book : { ...book, ...placement, version: book.version + 1 }, isWhole };
}

/** Restores the references of story items to the book. @returns their story books with increased versions */
export async function relinkStoryItems(trx: Transaction<Schema>, bookId: number) {
  const relinkedStories = await trx
    .updateTable('story_items')
    .set({ book_id: bookId })
    .where('book_code', '=', bookCodeOf(bookId))
    .where('book_id', 'is', null)
    .returning('story_book_id')
    .execute();
  const ids = [...new Set(relinkedStories.map(({ story_book_id }) => story_book_id))];
  if (ids.length === 0) return [];
  return trx
    .updateTable('story_books')
    .set({ version: sql`version + 1`, updated_at: new Date().toISOString() })
    .where('id', 'in', ids)
    .returning(['id', 'title', 'version'])
    .execute();
}

export async function bookContentOf(trx: Transaction<Schema>, bookId: number): Promise<BookContentRows> {
  const revisions = await trx
    .selectFrom('book_content_versions')
    .selectAll()
    .where('book_id', '=', bookId)
    .execute();
  const blocks = await trx
    .selectFrom('book_content_blocks')
    .selectAll()
    .where('book_id', '=', bookId)
    .execute();
  const drafts = await trx
    .selectFrom('book_content_autosaves')
    .selectAll()
    .where('book_id', '=', bookId)
    .execute();
  return { revisions, parts: blocks, drafts };
}

export async function insertBookContent(
  trx: Transaction<Schema>,
  { revisions, parts, drafts }: BookContentRows,
): Promise<void> {
  for (const batch of batches(revisions))
    await trx.insertInto('book_content_versions').values(batch).execute();
  for (const batch of batches(parts)) await trx.insertInto('book_content_blocks').values(batch).execute();
  for (const batch of batches(drafts)) await trx.insertInto('book_content_autosaves').values(batch).execute();
}
