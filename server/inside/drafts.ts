import type { DraftSave, InsideDraft } from '#contract/inside';
import type { Database } from '#server/db/open';
import { inTransaction } from '#server/db/transaction';
import { bookOf } from './inside-rows.ts';
import type { InsideContext } from './inside.service.ts';
import { packLarge, unpackLarge } from './pack.ts';

/** What accounts have changed in insides and not saved yet: one draft an account and book. */
export function createDrafts(database: Database) {
  return {
    /** Null when there is none. @throws AppError 404 for the book */
    async read(bookId: number, userId: number): Promise<InsideDraft | null> {
      const { version } = await bookOf(database.kysely, bookId);
      const row = await database.kysely
        .selectFrom('inside_drafts')
        .select(['base_version', 'saved_at', 'document'])
        .where('book_id', '=', bookId)
        .where('user_id', '=', userId)
        .executeTakeFirst();
      if (!row) return null;
      const document = (await unpackLarge(row.document)) as InsideDraft['document'];
      return { base_version: row.base_version, saved_at: row.saved_at, version, document };
    },

    /** In place of an earlier one. @throws AppError 401, 403, 404 */
    async save({ id, base_version, document: sent }: DraftSave, { user, authorize }: InsideContext) {
      const document = await packLarge(sent);
      return inTransaction(database, async (trx) => {
        await authorize(trx);
        const { version } = await bookOf(trx, id);
        const stamp = { base_version: base_version ?? version, saved_at: new Date().toISOString() };
        await trx
          .insertInto('inside_drafts')
          .values({ book_id: id, user_id: user.id, document, ...stamp })
          .onConflict((clash) => clash.columns(['book_id', 'user_id']).doUpdateSet({ document, ...stamp }))
          .execute();
        return { ...stamp, version };
      });
    },

    /** Does nothing when there is none. @throws AppError 401, 403, 404 for the book */
    async remove(bookId: number, { user, authorize }: InsideContext): Promise<void> {
      await inTransaction(database, async (trx) => {
        await authorize(trx);
        await bookOf(trx, bookId);
        await trx
          .deleteFrom('inside_drafts')
          .where('book_id', '=', bookId)
          .where('user_id', '=', user.id)
          .execute();
      });
    },
  };
}

export type Drafts = ReturnType<typeof createDrafts>;
