import { type Kysely, sql } from 'kysely';
import { type BookContentEditor, bookContentLimits } from '#contract/book-content/book-content';
import type { Database } from '#server/core/db/open';
import type { Schema } from '#server/core/db/schema';
import { inTransaction } from '#server/core/db/transaction';
import { bookOf } from './book-content-rows.ts';
import type { BookContentContext } from './book-content.service.ts';

const secondsAgo = (seconds: number): string => new Date(Date.now() - seconds * 1_000).toISOString();

/**
 * Users who have the content of a book open: a hint, not a lock. A second user sees the first and can take over. A save based on an older
 * version is rejected in any case.
 */
export function createEditors(database: Database) {
  async function present(db: Kysely<Schema>, bookId: number, userId: number): Promise<BookContentEditor> {
    const row = await db
      .selectFrom('book_content_editors')
      .innerJoin('users', 'users.id', 'book_content_editors.user_id')
      .leftJoin('users as others', 'others.id', 'book_content_editors.taken_from')
      .select(['users.id', 'users.name', 'since', 'taken_from', 'others.name as other_name'])
      .where('book_id', '=', bookId)
      .where('seen_at', '>=', secondsAgo(bookContentLimits.editorSeconds))
      .executeTakeFirst();
    if (!row) return { user: null, since: null, is_you: false, taken_over_from: null };
    return {
      user: { id: row.id, name: row.name },
      since: row.since,
      is_you: row.id === userId,
      taken_over_from: row.taken_from === null ? null : { id: row.taken_from, name: row.other_name ?? '' },
    };
  }

  return {
    /** @throws AppError 404 */
    async read(bookId: number, userId: number): Promise<BookContentEditor> {
      await bookOf(database.kysely, bookId);
      return present(database.kysely, bookId, userId);
    },

    /** Records the account as editor, unless another user is the editor and `takeOver` is false. @throws AppError 401, 403, 404 */
    claim: (
      bookId: number,
      takeOver: boolean,
      { user, authorize }: BookContentContext,
    ): Promise<BookContentEditor> =>
      inTransaction(database, async (trx) => {
        await authorize(trx);
        await bookOf(trx, bookId);
        const now = new Date().toISOString();
        const stale = secondsAgo(bookContentLimits.editorSeconds);
        await sql`
          insert into book_content_editors (book_id, user_id, since, seen_at, taken_from)
          values (${bookId}, ${user.id}, ${now}, ${now}, null)
          on conflict (book_id) do update set
            user_id = excluded.user_id,
            seen_at = excluded.seen_at,
            since = case when book_content_editors.user_id = excluded.user_id and book_content_editors.seen_at >= ${stale}
              then book_content_editors.since else excluded.since end,
            taken_from = case when book_content_editors.seen_at < ${stale} then null
              when book_content_editors.user_id = excluded.user_id then book_content_editors.taken_from
              else book_content_editors.user_id end
          where book_content_editors.user_id = excluded.user_id or book_content_editors.seen_at < ${stale}
            or ${takeOver ? 1 : 0} = 1`.execute(trx);
        return present(trx, bookId, user.id);
      }),

    /** Does nothing when another user is the editor. @throws AppError 401, 403, 404 */
    async leave(bookId: number, { user, authorize }: BookContentContext): Promise<void> {
      await inTransaction(database, async (trx) => {
        await authorize(trx);
        await bookOf(trx, bookId);
        await trx
          .deleteFrom('book_content_editors')
          .where('book_id', '=', bookId)
          .where('user_id', '=', user.id)
          .execute();
      });
    },
  };
}

export type Editors = ReturnType<typeof createEditors>;
