import { type Kysely, type Transaction, sql } from 'kysely';
import { prepareForIds } from '#server/core/db/prepared';
import type { Schema } from '#server/core/db/schema';

/** Sums over the chapters of a book that its projection uses. */
export interface ChapterSums {
  readonly chapters: number;
  readonly without_text: number;
  /** Chapters with text and without their own audio. */
  readonly silent_texts: number;
  /** Chapters with audio, in their own file or as a range of the book's. */
  readonly with_audio: number;
}

export type BookState = Awaited<ReturnType<typeof bookRows>>[number] & ChapterSums;

const bookRows = prepareForIds((db, ids) =>
  db
    .selectFrom('books')
    .leftJoin('files', 'files.key', 'books.image_key')
    .select([
      'books.id',
      'books.name',
      'books.version',
      'books.author_id',
      'books.narrator',
      'books.isbn',
      'books.sample',
      'books.publication_status',
      'books.language',
      'books.category_id',
      'books.is_backup',
      'books.image_key',
      'books.audio_key',
      'books.chapter_count',
      'books.chapter_seconds',
      'books.duration',
      'books.reading_time',
      'books.word_count',
      'books.created_at',
      'books.updated_at',
      'files.width',
      'files.height',
      sql<number>`length(books.description)`.as('description_length'),
    ])
    .where('books.id', 'in', ids),
);

const chapterRows = prepareForIds((db, ids) =>
  db
    .selectFrom('chapters')
    .select((eb) => [
      'book_id',
      'audio_key',
      'starts_at',
      eb
        .exists(
          eb
            .selectFrom('text_items')
            .select('text_items.id')
            .whereRef('text_items.chapter_id', '=', 'chapters.id'),
        )
        .as('has_text'),
    ])
    .where('book_id', 'in', ids),
);

const none: ChapterSums = { chapters: 0, without_text: 0, silent_texts: 0, with_audio: 0 };

/** Returns the sums of the chapters of these books; books without chapters have no entry. */
export async function chapterSumsOf(
  db: Kysely<Schema>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ChapterSums>> {
  const sums = new Map<number, ChapterSums>();
  for (const { book_id, audio_key, starts_at, has_text } of await chapterRows(db, ids)) {
    const before = sums.get(book_id) ?? none;
    const hasAudio = audio_key !== null || starts_at !== null;
    sums.set(book_id, {
      chapters: before.chapters + 1,
      without_text: before.without_text + Number(!has_text),
      silent_texts: before.silent_texts + Number(Boolean(has_text) && !hasAudio),
      with_audio: before.with_audio + Number(hasAudio),
    });
  }
  return sums;
}

/** Returns the current states of the books with these ids; deleted books have no entry. */
export async function bookStatesOf(
  trx: Transaction<Schema>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, BookState>> {
  const rows = await bookRows(trx, ids);
  const sums = await chapterSumsOf(
    trx,
    rows.map(({ id }) => id),
  );
  return new Map(rows.map((row) => [row.id, { ...row, ...(sums.get(row.id) ?? none) }]));
}
