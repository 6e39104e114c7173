import type { Kysely } from 'kysely';
import type { Schema } from '#server/core/db/schema';
import { OperatorError } from '#server/core/errors';
import { type Checkpoint, signCheckpoint } from './checkpoint.ts';
import { type CheckpointFiles, appendCheckpoint, readCheckpoints, signingKey } from './checkpoint-file.ts';
import { type ChainPosition, type Verified, anchorOf, anchorProblem, followChain } from './verify.ts';

/** Verifies the chain from the latest checkpoint, which verified the entries before, so only new entries are read. */
async function followSince(
  db: Kysely<Schema>,
  anchor: ChainPosition,
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
  const brokenEntry = { entryId: latest.last_id, reason: 'is missing: a signed checkpoint covers it' };
  return { entries: 0, lastId: anchor.id, lastHash: anchor.hash, broken: brokenEntry };
}

/**
 * Signs the state of the audit log and appends it to the file. Does not sign a state that contradicts the latest checkpoint.
 * @param cut the entry up to which an export removes entries next
 * @throws OperatorError if the audit log was changed, or other accounts can read the key
 */
export async function writeCheckpoint(
  db: Kysely<Schema>,
  { keyFile, checkpointFile }: CheckpointFiles,
  cut: ChainPosition | null = null,
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
