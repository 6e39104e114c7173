import type { Transaction } from 'kysely';
import { lockForRecordChange } from '#server/core/db/catalogue';
import type { Schema } from '#server/core/db/schema';
import { writeEntry } from '#server/core/audit-log/write-audit-log';
import { bookCodeOf } from '#server/core/resource/book-code';
import type { Plan } from './plan-types.ts';

/** Updates the references of story items and the versions of their story books. */
export async function moveStories(
  trx: Transaction<Schema>,
  book: { readonly id: number; readonly name: string },
  movedStories: Plan['moved'],
): Promise<void> {
  if (movedStories.length === 0) return;
  await lockForRecordChange(trx, 'story_books');
  const code = bookCodeOf(book.id);
  const updated_at = new Date().toISOString();
  for (const [id, items] of Map.groupBy(movedStories, ({ story }) => story.story_book_id)) {
    for (const { story, chapter, text } of items)
      await trx
        .updateTable('story_items')
        .set({ chapter_code: chapter, text_item_code: text })
        .where('story_book_id', '=', id)
        .where('position', '=', story.position)
        .execute();
    const { title, version } = await trx
      .updateTable('story_books')
      .set((row) => ({ version: row('version', '+', 1), updated_at }))
      .where('id', '=', id)
      .returning(['title', 'version'])
      .executeTakeFirstOrThrow();
    await writeEntry(trx, {
      kind: 'story-books',
      record: { id, name: title },
      version,
      action: 'changed',
      changes: [
        {
          type: 'list',
          field: 'story_items',
          removed: items.map(({ story }) => [
            `${code}/${story.chapter_code}/${story.text_item_code}`,
            story.position,
            book.name,
          ]),
          added: items.map(({ story, chapter, text }) => [
            `${code}/${chapter}/${text}`,
            story.position,
            book.name,
          ]),
          moved: [],
          changed: [],
        },
      ],
    });
  }
}
