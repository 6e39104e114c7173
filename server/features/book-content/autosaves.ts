import type { AutosaveRequest, BookContentAutosave } from '#contract/book-content/book-content';
import type { Database } from '#server/core/db/open';
import { inTransaction } from '#server/core/db/transaction';
import { bookOf } from './book-content-rows.ts';
import type { BookContentContext } from './book-content.service.ts';
import { packLarge, unpackLarge } from './pack.ts';

/** Stores unsaved changes of book content: one autosave per account and book. */
export function createAutosaves(database: Database) {
  return {
    /** Returns null when there is none. @throws AppError 404 for the book */
    async read(bookId: number, userId: number): Promise<BookContentAutosave | null> {
      const { version } = await bookOf(database.kysely, bookId);
      const row = await database.kysely
        .selectFrom('book_content_autosaves')
        .select(['base_version', 'saved_at', 'document'])
        .where('book_id', '=', bookId)
        .where('user_id', '=', userId)
        .executeTakeFirst();
      if (!row) return null;
      const document = (await unpackLarge(row.document)) as BookContentAutosave['document'];
      return { base_version: row.base_version, saved_at: row.saved_at, version, document };
    },

    /** Replaces an earlier autosave. @throws AppError 401, 403, 404 */
    async save(
      { id, base_version, document: inputDocument }: AutosaveRequest,
      { user, authorize }: BookContentContext,
    ) {
      const document = await packLarge(inputDocument);
      return inTransaction(database, async (trx) => {
        await authorize(trx);
        const { version } = await bookOf(trx, id);
        const savedVersion = { base_version: base_version ?? version, saved_at: new Date().toISOString() };
        await trx
          .insertInto('book_content_autosaves')
          .values({ book_id: id, user_id: user.id, document, ...savedVersion })
          .onConflict((clash) =>
            clash.columns(['book_id', 'user_id']).doUpdateSet({ document, ...savedVersion }),
          )
          .execute();
        return { ...savedVersion, version };
      });
    },

    /** Does nothing when there is none. @throws AppError 401, 403, 404 for the book */
    async remove(bookId: number, { user, authorize }: BookContentContext): Promise<void> {
      await inTransaction(database, async (trx) => {
        await authorize(trx);
        await bookOf(trx, bookId);
        await trx
          .deleteFrom('book_content_autosaves')
          .where('book_id', '=', bookId)
          .where('user_id', '=', user.id)
          .execute();
      });
    },
  };
}

export type Autosaves = ReturnType<typeof createAutosaves>;
