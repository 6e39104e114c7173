import type { Kysely } from 'kysely';
import type { BookContent } from '#contract/book-content/book-content';
import { prepare, prepareForIds } from '#server/core/db/prepared';
import type { Schema } from '#server/core/db/schema';
import type { ChapterRow, TextItemRow } from '#server/core/db/tables/book-content';
import { notFound } from '#server/core/errors';
import { inChunks } from '#server/core/yield-to-event-loop';
import { mediaUrl } from '#server/core/media/media-url';
import { bookCodeOf } from '#server/core/resource/book-code';
import { toChapter, toTextItem } from './content-blocks.ts';

type Db = Kysely<Schema>;

const bookById = prepare((db, { id }: { id: number }) =>
  db
    .selectFrom('books')
    .select([
      'id',
      'name',
      'language',
      'audio_key',
      'version',
      'updated_at',
      'chapter_count',
      'duration',
      'reading_time',
    ])
    .where('id', '=', id),
);

const chaptersOfBook = prepare((db, { id }: { id: number }) =>
  db.selectFrom('chapters').selectAll().where('book_id', '=', id).orderBy('position').orderBy('id'),
);

/** Number of chapters whose texts are read together. Each may have many, and SQLite reads in this thread. */
const CHAPTERS_AT_ONCE = 20;

const textsOfChapters = prepareForIds(
  (db, ids) =>
    db.selectFrom('text_items').selectAll().where('chapter_id', 'in', ids).orderBy('position').orderBy('id'),
  CHAPTERS_AT_ONCE,
);

const chaptersOfTexts = prepareForIds((db, ids) =>
  db.selectFrom('text_items').select(['id', 'chapter_id']).where('id', 'in', ids),
);

const lastRevision = prepare((db, { id }: { id: number }) =>
  db
    .selectFrom('book_content_versions')
    .select('revision')
    .where('book_id', '=', id)
    .orderBy('revision', 'desc')
    .limit(1),
);

/** Returns the fields of the book in the document. @throws AppError 404 */
export async function bookOf(db: Db, id: number) {
  const [book] = await bookById(db, { id });
  if (!book) throw notFound('book');
  return book;
}

export const chaptersOf = (db: Db, bookId: number): Promise<ChapterRow[]> =>
  chaptersOfBook(db, { id: bookId });

/** Returns the texts of these chapters, by chapter and in order. */
export async function textsOf(
  db: Db,
  chapterIds: readonly number[],
): Promise<ReadonlyMap<number, TextItemRow[]>> {
  return Map.groupBy(await textsOfChapters(db, chapterIds), ({ chapter_id }) => chapter_id);
}

/** Returns the chapters of these texts. */
export const chaptersOfTextIds = (db: Db, textIds: readonly number[]) => chaptersOfTexts(db, textIds);

/** Returns the number of the last saved version; 0 before the first. */
export async function revisionOf(db: Db, bookId: number): Promise<number> {
  const [row] = await lastRevision(db, { id: bookId });
  return row?.revision ?? 0;
}

/** Returns the whole document. @throws AppError 404 */
export async function readBookContent(db: Db, id: number, withTexts: boolean): Promise<BookContent> {
  const book = await bookOf(db, id);
  const chapters = await chaptersOf(db, id);
  const texts = withTexts
    ? await textsOf(
        db,
        chapters.map((chapter) => chapter.id),
      )
    : undefined;
  const shownChapters: BookContent['chapters'] = [];
  for await (const row of inChunks(chapters))
    shownChapters.push(
      toChapter(row.id, row, texts && (texts.get(row.id) ?? []).map((text) => toTextItem(text.id, text))),
    );
  const { audio_key, ...shown } = book;
  return {
    ...shown,
    code: bookCodeOf(id),
    audio_url: mediaUrl(audio_key),
    revision: await revisionOf(db, id),
    chapters: shownChapters,
  };
}
