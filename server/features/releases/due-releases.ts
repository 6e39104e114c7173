import type { Kysely } from 'kysely';
import type { Schema } from '#server/core/db/schema';
import type { ReleaseRow } from '#server/core/db/tables/releases';

/** Returns the releases that are to be published or rolled back by a time, in the order of their times. */
export const dueReleases = (db: Kysely<Schema>, time: string): Promise<ReleaseRow[]> =>
  db
    .selectFrom('releases')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb.and([eb('status', '=', 'scheduled'), eb('publish_at', '<=', time)]),
        eb.and([eb('status', '=', 'published'), eb('ends_at', '<=', time), eb('failure', 'is', null)]),
      ]),
    )
    .orderBy('publish_at')
    .orderBy('id')
    .execute();
