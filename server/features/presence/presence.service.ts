import type { Kysely } from 'kysely';
import { recordTypes } from '#contract/core/record-types';
import { type OpenRecord, type Presence, presenceLimits } from '#contract/presence/presence';
import type { Database } from '#server/core/db/open';
import { prepare } from '#server/core/db/prepared';
import { acrossRecords } from '#server/core/db/record-tables';
import type { Schema } from '#server/core/db/schema';
import { notFound } from '#server/core/errors';

const oldestListed = (): string => new Date(Date.now() - presenceLimits.listedSeconds * 1_000).toISOString();

const othersOf = prepare((db, values: OpenRecord & { readonly user_id: number; readonly since: string }) =>
  db
    .selectFrom('record_presence')
    .innerJoin('users', 'users.id', 'record_presence.user_id')
    .select(['users.id', 'users.name'])
    .where('kind', '=', values.kind)
    .where('record_id', '=', values.id)
    .where('seen_at', '>=', values.since)
    .where('user_id', '<>', values.user_id)
    .orderBy('users.name')
    .orderBy('users.id'),
);

/** @throws AppError 404 */
async function versionOf(db: Kysely<Schema>, { kind, id }: OpenRecord): Promise<number> {
  const row =
    kind === 'books'
      ? await db.selectFrom('books').select('version').where('id', '=', id).executeTakeFirst()
      : await acrossRecords(db)
          .selectFrom(recordTypes[kind].table)
          .select('version')
          .where('id', '=', id)
          .executeTakeFirst();
  if (!row) throw notFound(recordTypes[kind].singular);
  return row.version;
}

/** Lists the users who have a record open. It is a hint: a save of an older version is rejected in any case. */
export function createPresenceService({ kysely, relaxed }: Database) {
  return {
    /** Records that the user has a record open. @returns the other users and the current version @throws AppError 404 */
    async report(record: OpenRecord, user: { readonly id: number }): Promise<Presence> {
      const version = await versionOf(kysely, record);
      const seen_at = new Date().toISOString();
      // A report that is lost in a power failure is repeated a few seconds later.
      await relaxed
        .insertInto('record_presence')
        .values({ kind: record.kind, record_id: record.id, user_id: user.id, seen_at })
        .onConflict((conflict) => conflict.columns(['kind', 'record_id', 'user_id']).doUpdateSet({ seen_at }))
        .execute();
      const users = await othersOf(kysely, { ...record, user_id: user.id, since: oldestListed() });
      return { version, users };
    },

    async leave({ kind, id }: OpenRecord, user: { readonly id: number }): Promise<void> {
      await relaxed
        .deleteFrom('record_presence')
        .where('kind', '=', kind)
        .where('record_id', '=', id)
        .where('user_id', '=', user.id)
        .execute();
    },

    /** Deletes reports that are no longer listed. */
    async removeOld(): Promise<void> {
      await relaxed.deleteFrom('record_presence').where('seen_at', '<', oldestListed()).execute();
    },
  };
}

export type PresenceService = ReturnType<typeof createPresenceService>;
