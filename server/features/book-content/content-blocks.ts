import type { BookContentChapter, BookContentTextItem } from '#contract/book-content/book-content';
import type { ChapterRow, TextItemRow } from '#server/core/db/tables/book-content';
import { mediaUrl } from '#server/core/media/media-url';
import { readSentences } from './sentences.ts';

/** A chapter without its ids and position. Saves compare these values, and versions store them. */
export type ChapterValues = Omit<ChapterRow, 'id' | 'book_id' | 'position'>;
/** A text without its ids and position. */
export type TextValues = Omit<TextItemRow, 'id' | 'chapter_id' | 'position'>;

export const chapterColumns = [
  'code',
  'name',
  'duration',
  'audio_key',
  'starts_at',
  'ends_at',
  'is_locked',
  'name_by',
  'times_by',
  'audio_without_text',
  'alignment_method',
] as const satisfies readonly (keyof ChapterValues)[];

export const textColumns = [
  'code',
  'text',
  'starts_at',
  'ends_at',
  'confidence',
  'time_state',
  'sentences',
] as const satisfies readonly (keyof TextValues)[];

/** Returns the named columns of a row. */
export const only = <Row extends object, Column extends keyof Row>(
  row: Row,
  columns: readonly Column[],
): Pick<Row, Column> =>
  Object.fromEntries(columns.map((column) => [column, row[column]])) as Pick<Row, Column>;

export const isSame = <Row extends object>(a: Row, b: Row, columns: readonly (keyof Row)[]): boolean =>
  columns.every((column) => a[column] === b[column]);

/** Reads spans from a list that alternates starts and ends. */
export function readSpans(json: string | null): { start: number; end: number }[] {
  const flat = json === null ? [] : (JSON.parse(json) as number[]);
  return Array.from({ length: flat.length >> 1 }, (_, index) => ({
    start: flat[index * 2] ?? 0,
    end: flat[index * 2 + 1] ?? 0,
  }));
}

export const storeSpans = (spans: readonly { start: number; end: number }[]): string | null =>
  spans.length === 0 ? null : JSON.stringify(spans.flatMap(({ start, end }) => [start, end]));

/** Returns a text in the form of the document. */
export const toTextItem = (id: number, row: TextValues): BookContentTextItem => ({
  id,
  code: row.code,
  text: row.text,
  start: row.starts_at,
  end: row.ends_at,
  confidence: row.confidence,
  state: row.time_state,
  sentences: readSentences(row.sentences),
});

/** Returns a chapter in the form of the document. */
export const toChapter = (
  id: number,
  row: ChapterValues,
  texts: readonly BookContentTextItem[] | undefined,
): BookContentChapter => ({
  id,
  code: row.code,
  name: row.name,
  start: row.starts_at,
  end: row.ends_at,
  audio_url: mediaUrl(row.audio_key),
  duration: row.duration,
  is_locked: row.is_locked === 1,
  name_by: row.name_by,
  times_by: row.times_by,
  audio_without_text: readSpans(row.audio_without_text),
  // Versions of earlier releases have no method.
  ...(row.alignment_method && { alignment_method: row.alignment_method }),
  ...(texts && { text_items: [...texts] }),
});
