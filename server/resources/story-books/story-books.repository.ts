import type { Kysely, Transaction } from 'kysely';
import type { StoryBook } from '#contract/resources/story-books';
import { batches } from '#server/db/batches';
import { runForIds } from '#server/db/prepared';
import type { Schema } from '#server/db/schema';
import { inOrderOf } from '../in-order-of.ts';

const columns = ['id', 'title', 'description', 'version', 'updated_at'] as const;

/** The story books with these ids, in their order. An item whose codes no longer lead anywhere has no book. */
export async function storyBooksByIds(db: Kysely<Schema>, ids: readonly number[]): Promise<StoryBook[]> {
  const rows = await runForIds(db, 'story books', ids, (slots) =>
    db.selectFrom('story_books').select(columns).where('id', 'in', slots),
  );
  const items = await runForIds(db, 'items of story books', ids, (slots) =>
    db
      .selectFrom('story_items')
      .leftJoin('books', 'books.id', 'story_items.book_id')
      .leftJoin('chapters', (join) =>
        join
          .onRef('chapters.book_id', '=', 'books.id')
          .onRef('chapters.code', '=', 'story_items.chapter_code'),
      )
      .leftJoin('text_items', (join) =>
        join
          .onRef('text_items.chapter_id', '=', 'chapters.id')
          .onRef('text_items.code', '=', 'story_items.text_item_code'),
      )
      .select([
        'story_book_id',
        'book_code',
        'chapter_code',
        'text_item_code',
        'is_featured',
        'books.name as book_name',
        'text_items.id as text_item_id',
      ])
      .where('story_book_id', 'in', slots)
      .orderBy('story_book_id')
      .orderBy('story_items.position'),
  );
  const byOwner = Map.groupBy(items, ({ story_book_id }) => story_book_id);
  return inOrderOf(ids, rows).map((row) => ({
    ...row,
    story_items: (byOwner.get(row.id) ?? []).map((item) => ({
      book_code: item.book_code,
      chapter_code: item.chapter_code,
      text_item_code: item.text_item_code,
      is_featured: item.is_featured === 1,
      book: item.book_name === null || item.text_item_id === null ? null : { name: item.book_name },
    })),
  }));
}

type NewItem = Omit<Schema['story_items'], 'story_book_id' | 'position'>;

/** Gives a story book these items instead of those it has. */
export async function replaceItems(
  trx: Transaction<Schema>,
  story_book_id: number,
  items: readonly NewItem[],
): Promise<void> {
  await trx.deleteFrom('story_items').where('story_book_id', '=', story_book_id).execute();
  const rows = items.map((item, position) => ({ ...item, story_book_id, position }));
  for (const batch of batches(rows)) await trx.insertInto('story_items').values(batch).execute();
}
