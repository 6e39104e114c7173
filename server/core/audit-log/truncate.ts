import type { Kysely } from 'kysely';
import type { Database } from '#server/core/db/open';
import { lockCatalogue } from '#server/core/db/catalogue';
import type { Schema } from '#server/core/db/schema';
import { inTransaction } from '#server/core/db/transaction';
import type { AuditLogRow } from '#server/core/db/tables/audit-log';
import { removeEntries } from './audit-log-counts.ts';
import { spanOf } from './read-audit-log.ts';

const BATCH = 1_000;

/** Yields all entries before a time, oldest first. The memory does not depend on their number. */
export async function* entriesBefore(db: Kysely<Schema>, before: string): AsyncGenerator<AuditLogRow> {
  const { end: limit } = await spanOf(db, { from: undefined, to: before });
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('audit_log')
      .selectAll()
      .where('id', '>', after)
      .where('id', '<', limit)
      .orderBy('id')
      .limit(BATCH)
      .execute();
    const end = rows.at(-1);
    if (!end) return;
    yield* rows;
    after = end.id;
  }
}

/**
 * Deletes the entries up to `upTo`, which were exported, in batches. After each batch, the anchor contains the id and hash that the
 * next entry continues from. @returns the number of deleted entries
 */
export async function truncateAuditLog(database: Database, upTo: number): Promise<number> {
  let cut = 0;
  for (;;) {
    const removedCount = await inTransaction(database, async (trx) => {
      await lockCatalogue(trx);
      const rows = await trx
        .selectFrom('audit_log')
        .select(['id', 'hash', 'at'])
        .where('id', '<=', upTo)
        .orderBy('id')
        .limit(BATCH)
        .execute();
      const last = rows.at(-1);
      if (!last) return 0;
      await removeEntries(trx, last.id);
      await trx.deleteFrom('audit_log').where('id', '<=', last.id).execute();
      await trx
        .updateTable('audit_log_anchor')
        .set({ entry_id: last.id, hash: last.hash, at: last.at })
        .execute();
      return rows.length;
    });
    if (removedCount === 0) return cut;
    cut += removedCount;
  }
}
