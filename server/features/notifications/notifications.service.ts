import { type Transaction, sql } from 'kysely';
import {
  type NotificationsAdd,
  type StoredNotification,
  notificationLimits,
} from '#contract/notifications/notifications';
import type { Page } from '#contract/core/envelope';
import { batches } from '#server/core/db/batches';
import type { Database } from '#server/core/db/open';
import type { Schema } from '#server/core/db/schema';
import { inTransaction } from '#server/core/db/transaction';

const DAY_MS = 24 * 60 * 60 * 1000;

type Authorize = (trx: Transaction<Schema>) => Promise<unknown>;

/** Reads and writes the notifications of an account. Each request affects only the caller's entries. */
export function createNotificationsLog(database: Database) {
  const { kysely: db } = database;

  /** Deletes the oldest entries above the limit of an account. */
  async function removeOldest(trx: Transaction<Schema>, userId: number): Promise<void> {
    const last = await trx
      .selectFrom('notifications')
      .select('id')
      .where('user_id', '=', userId)
      .orderBy('id', 'desc')
      .offset(notificationLimits.maxEntries)
      .limit(1)
      .executeTakeFirst();
    if (last)
      await trx
        .deleteFrom('notifications')
        .where('user_id', '=', userId)
        .where('id', '<=', last.id)
        .execute();
  }

  return {
    /** Returns the newest first. */
    async list(
      userId: number,
      { page, items_per_page }: { readonly page: number; readonly items_per_page: number },
    ): Promise<Page<StoredNotification>> {
      const own = db.selectFrom('notifications').where('user_id', '=', userId);
      const readState = await db
        .selectFrom('notifications_seen')
        .select('last_id')
        .where('user_id', '=', userId)
        .executeTakeFirst();
      const rows = await own
        .select([
          'id',
          'entry_key as key',
          'at',
          'outcome',
          'message',
          'attempted_action',
          'subject',
          'address',
        ])
        .orderBy('id', 'desc')
        .limit(items_per_page)
        .offset((page - 1) * items_per_page)
        .execute();
      const { total } = await own.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
      const items = rows.map((row) => ({ ...row, is_seen: row.id <= (readState?.last_id ?? 0) }));
      return { items, total };
    },

    /** Adds entries, each key once. */
    add: (userId: number, { entries }: NotificationsAdd, authorize: Authorize): Promise<void> =>
      inTransaction(database, async (trx) => {
        await authorize(trx);
        const now = new Date().toISOString();
        const rows = entries.map(({ key, at = now, outcome, message, attempted_action, subject }) => {
          const time = new Date(at).toISOString();
          return {
            user_id: userId,
            entry_key: key,
            at: time < now ? time : now,
            outcome,
            message,
            attempted_action: attempted_action ?? null,
            subject: subject ?? null,
            address: null,
          };
        });
        for (const batch of batches(rows))
          await trx
            .insertInto('notifications')
            .values(batch)
            .onConflict((clash) => clash.columns(['user_id', 'entry_key']).doNothing())
            .execute();
        await removeOldest(trx, userId);
      }),

    /** Marks all existing entries as seen. */
    see: (userId: number, authorize: Authorize): Promise<void> =>
      inTransaction(database, async (trx) => {
        await authorize(trx);
        const { last } = await trx
          .selectFrom('notifications')
          .select(({ fn }) => fn.coalesce(fn.max('id'), sql<number>`0`).as('last'))
          .where('user_id', '=', userId)
          .executeTakeFirstOrThrow();
        await trx
          .insertInto('notifications_seen')
          .values({ user_id: userId, last_id: last })
          .onConflict((clash) => clash.column('user_id').doUpdateSet({ last_id: last }))
          .execute();
      }),

    clear: (userId: number, authorize: Authorize): Promise<void> =>
      inTransaction(database, async (trx) => {
        await authorize(trx);
        await trx.deleteFrom('notifications').where('user_id', '=', userId).execute();
      }),
  };
}

export type NotificationsLog = ReturnType<typeof createNotificationsLog>;

/** Deletes entries that are older than the retention period. */
export async function deleteOldNotifications({ kysely: db }: Database, now = new Date()): Promise<void> {
  const before = new Date(now.getTime() - notificationLimits.retentionDays * DAY_MS).toISOString();
  await db.deleteFrom('notifications').where('at', '<', before).execute();
}
