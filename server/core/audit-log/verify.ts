import type { Kysely } from 'kysely';
import type { Schema } from '#server/core/db/schema';
import { yieldToEventLoop } from '#server/core/yield-to-event-loop';
import { hashOf } from './chain.ts';

const BATCH = 1_000;

/** The first break of the chain, and its reason. */
export interface Break {
  readonly entryId: number;
  readonly reason: string;
}

export interface Verified {
  readonly entries: number;
  /** Of the last entry that was reached: write both down elsewhere, and a journal that was cut off at its end is found out. */
  readonly lastId: number;
  readonly lastHash: string;
  readonly broken: Break | undefined;
}

/** Follows the chain from its anchor: every entry's number, and its hash over what it says and the hash before it. */
export async function verifyAuditLog(db: Kysely<Schema>): Promise<Verified> {
  const anchor = await db.selectFrom('audit_log_anchor').selectAll().executeTakeFirstOrThrow();
  let { entry_id: lastId, hash: lastHash } = anchor;
  let entries = 0;
  const brokenAt = (entryId: number, reason: string): Verified => ({
    entries,
    lastId,
    lastHash,
    broken: { entryId, reason },
  });
  for (;;) {
    const rows = await db
      .selectFrom('audit_log')
      .selectAll()
      .where('id', '>', lastId)
      .orderBy('id')
      .limit(BATCH)
      .execute();
    if (rows.length === 0) break;
    for (const row of rows) {
      if (row.id !== lastId + 1)
        return brokenAt(lastId + 1, row.id === lastId + 2 ? 'is missing' : `to ${row.id - 1} are missing`);
      const { hash, ...entry } = row;
      if (hash !== hashOf(lastHash, entry))
        return brokenAt(row.id, 'doesn’t match the previous entry’s hash');
      ({ id: lastId, hash: lastHash } = row);
      entries += 1;
    }
    await yieldToEventLoop();
  }
  const earlier = await db
    .selectFrom('audit_log')
    .select('id')
    .where('id', '<=', anchor.entry_id)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (earlier) return brokenAt(earlier.id, 'precedes the export point and should have been deleted');
  return { entries, lastId, lastHash, broken: undefined };
}
