import type { Transaction } from 'kysely';
import type { Schema } from '#server/core/db/schema';
import { booksIn, type ChapterRow, type TextItemRow } from './books.repository.ts';

/** The chapters of a book with their texts, as stored. */
export interface ChapterRows {
  readonly chapters: readonly ChapterRow[];
  readonly textItems: readonly TextItemRow[];
}

export const chapterRowsOf = (trx: Transaction<Schema>, bookId: number): Promise<ChapterRows> =>
  booksIn(trx).chaptersInChunks([bookId]);

/** Stores the chapters that an entry replaced, so that they can be restored. */
export async function keepContents(
  trx: Transaction<Schema>,
  {
    entry_id,
    record_id,
    rows,
  }: { readonly entry_id: number; readonly record_id: number; readonly rows: ChapterRows },
): Promise<void> {
  const retained_at = new Date().toISOString();
  await trx
    .insertInto('retained_contents')
    .values({ entry_id, kind: 'books', record_id, retained_at, content: JSON.stringify(rows) })
    .execute();
}

/** Returns the chapters that an entry replaced; undefined when they are no longer stored. */
export async function contentsBefore(
  trx: Transaction<Schema>,
  entry_id: number,
): Promise<ChapterRows | undefined> {
  const row = await trx
    .selectFrom('retained_contents')
    .select('content')
    .where('entry_id', '=', entry_id)
    .executeTakeFirst();
  return row && (JSON.parse(row.content) as ChapterRows);
}
