import type { Book, Chapter } from '#contract/resources/books';
import { mediaUrl } from '#server/media/media-types';
import { bookCodeOf } from '../book-code.ts';
import type { BookRow, ChapterRow, TextItemRow } from './books.repository.ts';

function trackUrl(chapter: ChapterRow, bookAudioKey: string | null): string | null {
  if (chapter.audio_key !== null) return mediaUrl(chapter.audio_key);
  if (bookAudioKey === null || chapter.starts_at === null) return null;
  const end = chapter.ends_at === null ? '' : `,${chapter.ends_at}`;
  return `${mediaUrl(bookAudioKey)}#t=${chapter.starts_at}${end}`;
}

/** A book as the wire has it, without its chapters. */
export function toBook(row: BookRow): Book {
  return {
    id: row.id,
    name: row.name,
    code: bookCodeOf(row.id),
    description: row.description,
    author: { id: row.author_id, name: row.author_name },
    chapter_count: row.chapter_count,
    duration: row.duration,
    category:
      row.category_id === null
        ? null
        : { id: row.category_id, code: row.category_code ?? '', name: row.category_name ?? '' },
    sub_category:
      row.sub_category_id === null
        ? null
        : { id: row.sub_category_id, code: row.sub_category_code ?? '', name: row.sub_category_name ?? '' },
    image_url: mediaUrl(row.image_key),
    thumbnail_url: mediaUrl(row.thumbnail_key),
    audio_url: mediaUrl(row.audio_key),
    is_backup: row.is_backup,
    language: row.language,
    reading_time: row.reading_time,
    version: row.version,
    updated_at: row.updated_at,
  };
}

/** The same books with their chapters and texts. */
export function withChapters(
  rows: readonly BookRow[],
  parts: { chapters: readonly ChapterRow[]; textItems: readonly TextItemRow[] },
): Book[] {
  const itemsOf = Map.groupBy(parts.textItems, (item) => item.chapter_id);
  const chaptersOf = Map.groupBy(parts.chapters, (chapter) => chapter.book_id);
  return rows.map((row) => ({
    ...toBook(row),
    chapters: (chaptersOf.get(row.id) ?? []).map(
      (chapter): Chapter => ({
        id: chapter.id,
        code: chapter.code,
        name: chapter.name,
        duration: chapter.duration,
        track_url: trackUrl(chapter, row.audio_key),
        text_items: (itemsOf.get(chapter.id) ?? []).map(({ id, code, text }) => ({ id, code, text })),
      }),
    ),
  }));
}
