import type { Kysely, Transaction } from 'kysely';
import { batchesInChunks } from '#server/core/db/batches';
import { prepareForIds } from '#server/core/db/prepared';
import type { Schema } from '#server/core/db/schema';
import { storyBookColumns } from '#server/core/db/tables/story-books';
import { shownNames } from '#server/core/resource/columns';
import { inOrderOf } from '#server/core/resource/in-order-of';

const columns = shownNames(storyBookColumns);

const rowsByIds = prepareForIds((db, ids) =>
  db.selectFrom('story_books').select(columns).where('id', 'in', ids),
);

const itemsOf = prepareForIds((db, ids) =>
  db
    .selectFrom('story_items')
    .leftJoin('books', 'books.id', 'story_items.book_id')
    .leftJoin('chapters', (join) =>
      join.onRef('chapters.book_id', '=', 'books.id').onRef('chapters.code', '=', 'story_items.chapter_code'),
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
    .where('story_book_id', 'in', ids)
    .orderBy('story_book_id')
    .orderBy('story_items.position'),
);

/** Returns the story books with these ids in their order. An item with a broken reference has no text item. */
export async function storyBooksByIds(db: Kysely<Schema>, ids: readonly number[]) {
  const rows = await rowsByIds(db, ids);
  const items = Map.groupBy(await itemsOf(db, ids), ({ story_book_id }) => story_book_id);
  return inOrderOf(ids, rows).map((row) => ({ row, items: items.get(row.id) ?? [] }));
}

export type StoredStoryBook = Awaited<ReturnType<typeof storyBooksByIds>>[number];

type NewItem = Omit<Schema['story_items'], 'story_book_id' | 'position'>;

/** Replaces the items of a story book. */
export async function replaceItems(
  trx: Transaction<Schema>,
  story_book_id: number,
  items: readonly NewItem[],
): Promise<void> {
  await trx.deleteFrom('story_items').where('story_book_id', '=', story_book_id).execute();
  const rows = items.map((item, position) => ({ ...item, story_book_id, position }));
  for await (const batch of batchesInChunks(rows))
    await trx.insertInto('story_items').values(batch).execute();
}
