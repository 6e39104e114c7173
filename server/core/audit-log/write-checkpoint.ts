import type { Kysely } from 'kysely';
import type { Schema } from '#server/core/db/schema';
import { OperatorError } from '#server/core/errors';
import { type Checkpoint, signCheckpoint } from './checkpoint.ts';
import { type CheckpointFiles, appendCheckpoint, readCheckpoints, signingKey } from './checkpoint-file.ts';
import { type ChainPlace, type Verified, anchorOf, anchorProblem, followChain } from './verify.ts';

/** Follows the chain from the latest checkpoint, which is as good as from the start and takes a day's entries. */
async function followSince(
  db: Kysely<Schema>,
  anchor: ChainPlace,
  latest: Checkpoint | undefined,
): Promise<Verified> {
  const wrongAnchor = anchorProblem(anchor, latest);
  if (wrongAnchor) return { entries: 0, lastId: anchor.id, lastHash: anchor.hash, broken: wrongAnchor };
  const checkpoints = latest ? [latest] : [];
  if (!latest || latest.last_id <= anchor.id) return followChain(db, anchor, checkpoints);
  const row = await db
    .selectFrom('audit_log')
    .select(['id', 'hash'])
    .where('id', '=', latest.last_id)
    .executeTakeFirst();
  if (row) return followChain(db, row, checkpoints);
  const broken = { entryId: latest.last_id, reason: 'is missing: a signed checkpoint covers it' };
  return { entries: 0, lastId: anchor.id, lastHash: anchor.hash, broken };
}

/**
 * Signs what the audit log holds, and adds it to the file. Never signs what contradicts the latest checkpoint.
 * @param cut the entry up to which an export is about to remove entries
 * @throws OperatorError when the audit log was changed, or the key is readable by others
 */
export async function writeCheckpoint(
  db: Kysely<Schema>,
  { keyFile, checkpointFile }: CheckpointFiles,
  cut: ChainPlace | null = null,
): Promise<Checkpoint> {
  const key = await signingKey(keyFile);
  const latest = (await readCheckpoints(checkpointFile, key)).at(-1);
  const anchor = await anchorOf(db);
  const { broken, lastId, lastHash } = await followSince(db, anchor, latest);
  if (broken)
    throw new OperatorError(`Audit log verification failed at entry ${broken.entryId}: it ${broken.reason}.`);
  const checkpoint = signCheckpoint(
    {
      at: new Date().toISOString(),
      anchor_id: anchor.id,
      anchor_hash: anchor.hash,
      entries: lastId - anchor.id,
      last_id: lastId,
      last_hash: lastHash,
      cut: cut && { id: cut.id, hash: cut.hash },
    },
    key,
  );
  await appendCheckpoint(checkpointFile, checkpoint);
  return checkpoint;
}
