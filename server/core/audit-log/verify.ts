import type { Kysely } from 'kysely';
import type { Schema } from '#server/core/db/schema';
import { yieldToEventLoop } from '#server/core/yield-to-event-loop';
import { hashOf } from './chain.ts';
import type { Checkpoint } from './checkpoint.ts';

const BATCH = 1_000;

/** The first break of the chain, and its reason. */
export interface Break {
  readonly entryId: number;
  readonly reason: string;
}

/** A position in the chain: an entry and its hash. */
export interface ChainPosition {
  readonly id: number;
  readonly hash: string;
}

export interface Verified {
  readonly entries: number;
  /** The id of the last verified entry. */
  readonly lastId: number;
  readonly lastHash: string;
  readonly broken: Break | undefined;
}

/** Returns the hashes in checkpoints by entry. */
function statedHashes(checkpoints: readonly Checkpoint[]): Map<number, string> {
  const statedHashList = checkpoints.flatMap(({ last_id, last_hash, cut }): [number, string][] => [
    [last_id, last_hash],
    ...(cut ? [[cut.id, cut.hash] as [number, string]] : []),
  ]);
  return new Map(statedHashList);
}

/**
 * Verifies the chain from a position: the id of every entry, its hash over its content and the previous hash, and the hashes in
 * checkpoints.
 */
export async function followChain(
  db: Kysely<Schema>,
  from: ChainPosition,
  checkpoints: readonly Checkpoint[],
): Promise<Verified> {
  const hashesByEntry = statedHashes(checkpoints);
  let { id: lastId, hash: lastHash } = from;
  let entries = 0;
  const brokenAt = (entryId: number, reason: string): Verified => ({
    entries,
    lastId,
    lastHash,
    broken: { entryId, reason },
  });
  const isStated = (position: ChainPosition) =>
    (hashesByEntry.get(position.id) ?? position.hash) === position.hash;
  const otherHash = 'doesn’t match the hash in a signed checkpoint';
  if (!isStated(from)) return brokenAt(from.id, otherHash);
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
      if (!isStated(row)) return brokenAt(row.id, otherHash);
      ({ id: lastId, hash: lastHash } = row);
      entries += 1;
    }
    await yieldToEventLoop();
  }
  const end = Math.max(0, ...hashesByEntry.keys());
  if (end > lastId) return brokenAt(lastId + 1, `is missing: a signed checkpoint covers entry ${end}`);
  return { entries, lastId, lastHash, broken: undefined };
}

/**
 * Returns the reason why the anchor contradicts the latest checkpoint; undefined if it does not. Only an export moves the anchor, and its
 * checkpoint contains the new one.
 */
export function anchorProblem(anchor: ChainPosition, latest: Checkpoint | undefined): Break | undefined {
  if (!latest) return undefined;
  const isSame = anchor.id === latest.anchor_id && anchor.hash === latest.anchor_hash;
  const isCut = latest.cut !== null && anchor.id > latest.anchor_id && anchor.id <= latest.cut.id;
  if (isSame || isCut) return undefined;
  return { entryId: anchor.id, reason: 'is an export point that no signed checkpoint states' };
}

export async function anchorOf(db: Kysely<Schema>): Promise<ChainPosition> {
  const { entry_id: id, hash } = await db
    .selectFrom('audit_log_anchor')
    .selectAll()
    .executeTakeFirstOrThrow();
  return { id, hash };
}

/** Verifies the chain from its anchor, and compares it with signed checkpoints. @param checkpoints oldest first */
export async function verifyAuditLog(
  db: Kysely<Schema>,
  checkpoints: readonly Checkpoint[] = [],
): Promise<Verified> {
  const anchor = await anchorOf(db);
  const wrongAnchor = anchorProblem(anchor, checkpoints.at(-1));
  if (wrongAnchor) return { entries: 0, lastId: anchor.id, lastHash: anchor.hash, broken: wrongAnchor };
  const verification = await followChain(db, anchor, checkpoints);
  if (verification.broken) return verification;
  const earlier = await db
    .selectFrom('audit_log')
    .select('id')
    .where('id', '<=', anchor.id)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (!earlier) return verification;
  const reason = 'precedes the export point and should have been deleted';
  return { ...verification, broken: { entryId: earlier.id, reason } };
}
