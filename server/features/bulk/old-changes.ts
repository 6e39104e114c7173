import type { Database } from '#server/core/db/open';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Days in which a change can be undone as a whole. Its audit log entries remain. */
export const retentionDays = 30;
/** Rows per transaction. */
const ROWS = 1_000;

/** Deletes the stored values of older changes in batches. */
export async function deleteOldChanges({ kysely: db }: Database, now = new Date()): Promise<void> {
  const before = new Date(now.getTime() - retentionDays * DAY_MS).toISOString();
  const old = await db.selectFrom('bulk_changes').select('id').where('created_at', '<', before).execute();
  for (const { id } of old) {
    for (;;) {
      const some = await db
        .selectFrom('bulk_books')
        .select('book_id')
        .where('change_id', '=', id)
        .limit(ROWS)
        .execute();
      if (some.length === 0) break;
      await db
        .deleteFrom('bulk_books')
        .where('change_id', '=', id)
        .where(
          'book_id',
          'in',
          some.map(({ book_id }) => book_id),
        )
        .execute();
    }
    await db.deleteFrom('bulk_changes').where('id', '=', id).execute();
  }
}
