import type { Kysely } from 'kysely';
import { limits } from '#contract/core/limits';
import type { StoryReference } from '#contract/story-books/story-books';
import { type ErrorInfo, knownErrors } from '#contract/core/errors';
import { batchesInChunks } from '#server/core/db/batches';
import type { Schema } from '#server/core/db/schema';
import { bookCodeOf, idOfBookCode } from '#server/core/resource/book-code';
import { booksNamed } from '#server/core/resource/book-references';

/** A resolved reference with stored codes. */
export interface ResolvedReference extends StoryReference {
  readonly book_id: number;
  readonly book_name: string;
}

/** The broken part of a reference. */
export interface StoryError {
  readonly field: keyof StoryReference;
  readonly errorInfo: ErrorInfo;
}

interface CodedRow {
  readonly id: number;
  readonly code: string;
}

/** @returns undefined for an id that exceeds the range of the column */
const toId = (text: string): number | undefined =>
  /^\d{1,10}$/.test(text) && Number(text) <= limits.maxInteger ? Number(text) : undefined;

/** Indexes the rows of each parent by code and by id. */
function byName<Row extends CodedRow>(rows: readonly Row[], parentOf: (row: Row) => number) {
  const parents = Map.groupBy(rows, parentOf);
  return new Map(
    [...parents].map(([parent, own]) => [
      parent,
      new Map([
        ...own.map((row) => [String(row.id), row] as const),
        ...own.map((row) => [row.code, row] as const),
      ]),
    ]),
  );
}

async function chaptersOf(db: Kysely<Schema>, bookIds: readonly number[]) {
  const rows = [];
  for await (const batch of batchesInChunks(bookIds)) {
    const query = db.selectFrom('chapters').select(['id', 'book_id', 'code', 'name']);
    rows.push(...(await query.where('book_id', 'in', batch).execute()));
  }
  return byName(rows, ({ book_id }) => book_id);
}

async function textItemsOf(db: Kysely<Schema>, chapterIds: readonly number[]) {
  const rows = [];
  for await (const batch of batchesInChunks(chapterIds)) {
    const query = db.selectFrom('text_items').select(['id', 'chapter_id', 'code']);
    rows.push(...(await query.where('chapter_id', 'in', batch).execute()));
  }
  return byName(rows, ({ chapter_id }) => chapter_id);
}

/**
 * Resolves references of book, chapter and text item, each by code or id, or returns the broken part. The number of queries does not grow
 * with the number of references, up to some hundred books.
 */
export async function updateStoryItems(
  db: Kysely<Schema>,
  references: readonly StoryReference[],
): Promise<(ResolvedReference | StoryError)[]> {
  const bookIds = references.map(({ book_code }) => idOfBookCode(book_code) ?? toId(book_code) ?? 0);
  const books = await booksNamed(db, [...new Set(bookIds)]);
  const chapters = await chaptersOf(db, [...books.keys()]);
  const referencedChapters = references.map(({ chapter_code }, index) =>
    chapters.get(bookIds[index] ?? 0)?.get(chapter_code),
  );
  const textItems = await textItemsOf(db, [
    ...new Set(referencedChapters.flatMap((chapter) => chapter?.id ?? [])),
  ]);

  return references.map(({ book_code, chapter_code, text_item_code }, index) => {
    const book = books.get(bookIds[index] ?? 0);
    if (!book) return { field: 'book_code', errorInfo: knownErrors.noBooks([book_code]) };
    const chapter = referencedChapters[index];
    if (!chapter) return { field: 'chapter_code', errorInfo: knownErrors.noChapter(book.name, chapter_code) };
    const textItem = textItems.get(chapter.id)?.get(text_item_code);
    if (!textItem)
      return {
        field: 'text_item_code',
        errorInfo: knownErrors.noTextItem(book.name, chapter.name, text_item_code),
      };
    return {
      book_code: bookCodeOf(book.id),
      chapter_code: chapter.code,
      text_item_code: textItem.code,
      book_id: book.id,
      book_name: book.name,
    };
  });
}

export function isProblem(reference: ResolvedReference | StoryError): reference is StoryError {
  return 'field' in reference;
}
