import type { Transaction } from 'kysely';
import { z } from 'zod';
import { type BulkChanges, bulkChanges } from '#contract/bulk';
import { limits } from '#contract/limits';
import { refusals } from '#contract/refusals';
import { readPermissions } from '#server/auth/rights';
import { readNumbers } from '#server/db/id-list';
import type { Database } from '#server/db/open';
import type { Schema } from '#server/db/schema';
import { inTransaction } from '#server/db/transaction';
import { AppError, forbidden, notFound, refused } from '#server/errors';
import type { WriteContext } from '#server/http/resource-service';
import { type JobHandler, defineJob } from '#server/jobs/job';
import { sign } from '#server/journal/signature';
import type { Services } from '#server/modules';
import { nextTurn } from '#server/next-turn';
import { bookCodeOf } from '#server/resources/book-code';
import type { Settings } from '#server/settings/settings';
import { changeBooks, restoreBooks } from './bulk-batch.ts';
import { modeOf, permissionFor } from './bulk-selection.ts';

export const bulkKind = 'bulk';

/** So many books a transaction: others wait for the catalogue no longer than it takes. */
const BATCH = 100;

interface Deps {
  readonly database: Database;
  readonly services: Pick<Services, 'books' | 'collections' | 'challenges'>;
  readonly settings: Settings;
  /** Holds every permission. */
  readonly adminEmail: string;
}

interface StoredChange {
  readonly id: number;
  readonly user_id: number | null;
  readonly done: number;
  readonly changed: number;
  readonly ids: Uint32Array;
  readonly undoes_id: number | null;
  readonly changes: BulkChanges;
}

/** Works off a change of many books, batch after batch. How far it is stands in the row, so no batch is done twice. */
export function createBulkJob({ database, services, settings, adminEmail }: Deps): JobHandler {
  /** Whoever asked for it may still do it. @throws AppError 403 */
  async function authorize(trx: Transaction<Schema>, change: StoredChange): Promise<void> {
    const user = await trx
      .selectFrom('users')
      .select(['email', 'permissions', 'is_suspended', 'deleted_at'])
      .where('id', '=', change.user_id ?? 0)
      .executeTakeFirst();
    if (!user || user.is_suspended === 1 || user.deleted_at !== null) throw forbidden();
    const needed = change.undoes_id === null ? permissionFor(change.changes) : 'books:edit';
    if (user.email !== adminEmail && !readPermissions(user.permissions).includes(needed)) throw forbidden();
    // In the place of a request, so that the entries of one change are found together.
    sign(trx, { userId: change.user_id, tokenId: null, requestId: `bulk-${change.id}` });
  }

  async function read(id: number): Promise<StoredChange> {
    const row = await database.kysely
      .selectFrom('bulk_changes')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row) throw notFound('change');
    return {
      ...row,
      ids: readNumbers(row.ids),
      changes: bulkChanges.parse(JSON.parse(row.changes)),
    };
  }

  /** One batch in one transaction, from where the row says that it goes on. @returns how far it is since */
  function work(change: StoredChange, size: number): Promise<number> {
    return inTransaction(database, async (trx) => {
      await authorize(trx, change);
      // Takes the row, so that two processes never do the same batch.
      const row = await trx
        .updateTable('bulk_changes')
        .set({ total: change.ids.length })
        .where('id', '=', change.id)
        .returning(['done', 'changed'])
        .executeTakeFirstOrThrow();
      const ids = Array.from(change.ids.subarray(row.done, row.done + size));
      if (ids.length === 0) return row.done;
      const changed =
        change.undoes_id === null
          ? await changeBooks(trx, change.id, ids, change.changes, settings.values().languages)
          : await restoreBooks(trx, change.undoes_id, ids);
      const done = row.done + ids.length;
      await trx
        .updateTable('bulk_changes')
        .set({ done, changed: row.changed + changed })
        .where('id', '=', change.id)
        .execute();
      return done;
    });
  }

  const contextOf = (change: StoredChange): WriteContext => ({
    user: { id: change.user_id ?? 0, email: '' },
    authorize: (trx) => authorize(trx, change),
    files: new Map(),
  });

  const finish = (change: StoredChange, done: number, changed: number) =>
    database.kysely.updateTable('bulk_changes').set({ done, changed }).where('id', '=', change.id).execute();

  /** Deletes one after the other, each with its files. Those that are gone are passed over. */
  async function remove(change: StoredChange, signal: AbortSignal, progress: (done: number) => void) {
    let { done, changed } = change;
    for (const id of change.ids.subarray(done)) {
      signal.throwIfAborted();
      try {
        await services.books.remove(id, contextOf(change));
        changed += 1;
      } catch (error) {
        if (!(error instanceof AppError) || error.status !== 404) throw error;
      }
      done += 1;
      if (done % BATCH === 0) await finish(change, done, changed);
      progress(done);
      await nextTurn();
    }
    await finish(change, done, changed);
  }

  /** Puts the books at the end of a list, those that it does not hold yet. */
  async function putIntoList(change: StoredChange, mode: 'collection' | 'challenge'): Promise<void> {
    const { collection_id = 0, challenge_id = 0 } = change.changes;
    const there = new Set(
      (
        await database.kysely
          .selectFrom('books')
          .select('id')
          .where('id', 'in', Array.from(change.ids))
          .execute()
      ).map(({ id }) => id),
    );
    const wanted = Array.from(change.ids)
      .filter((id) => there.has(id))
      .map(bookCodeOf);
    const held = (books: readonly { readonly code: string }[]) => new Set(books.map(({ code }) => code));
    const refuseLong = (length: number) => {
      if (length > limits.maxListLength) throw refused(refusals.listTooLong(limits.maxListLength));
    };
    if (mode === 'collection') {
      const { books, version } = await services.collections.get(collection_id);
      const known = held(books);
      const added = wanted.filter((code) => !known.has(code));
      refuseLong(books.length + added.length);
      const book_codes = [...books.map(({ code }) => code), ...added];
      await services.collections.update({ id: collection_id, version, book_codes }, contextOf(change));
      await finish(change, change.ids.length, added.length);
      return;
    }
    const { items, version } = await services.challenges.get(challenge_id);
    const known = held(items.map(({ book_code }) => ({ code: book_code })));
    const added = wanted.filter((code) => !known.has(code));
    refuseLong(items.length + added.length);
    const all = [
      ...items.map(({ book_code, is_featured }) => ({ book_code, is_featured })),
      ...added.map((book_code) => ({ book_code, is_featured: undefined })),
    ].map((item, order_index) => ({ ...item, order_index }));
    await services.challenges.update({ id: challenge_id, version, items: all }, contextOf(change));
    await finish(change, change.ids.length, added.length);
  }

  return defineJob({
    kind: bulkKind,
    weight: 'light',
    payload: z.unknown(),
    async run({ subjectId, signal, progress }) {
      const change = await read(Number(subjectId));
      const total = Math.max(1, change.ids.length);
      const mode = change.undoes_id === null ? modeOf(change.changes) : 'fields';
      if (mode === 'delete') await remove(change, signal, (done) => progress(done / total));
      else if (mode !== 'fields') {
        if (change.done < change.ids.length) await putIntoList(change, mode);
      } else {
        let done = change.done;
        while (done < change.ids.length) {
          signal.throwIfAborted();
          done = await work(change, BATCH);
          progress(done / total);
          await nextTurn();
        }
      }
      const { changed, done } = await read(change.id);
      return { result: { bulk_id: change.id, changed, done, total: change.ids.length } };
    },
  });
}
