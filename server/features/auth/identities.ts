import type { Kysely, Transaction } from 'kysely';
import type { LinkedProvider } from '#contract/auth/providers';
import type { Schema } from '#server/core/db/schema';
import { notFound } from '#server/core/errors';

/** Returns the linked provider accounts of a user, newest first. @param nameOf returns the name of an issuer */
export async function identitiesOf(
  db: Kysely<Schema>,
  userId: number,
  nameOf: (issuer: string) => string,
): Promise<LinkedProvider[]> {
  const rows = await db
    .selectFrom('user_identities')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ id, issuer, email, created_at, last_used_at }) => ({
    id,
    provider: nameOf(issuer),
    email,
    created_at,
    last_used_at,
  }));
}

/** Returns the user of a linked account. @throws AppError 404 */
export async function ownerOfIdentity(trx: Transaction<Schema>, id: number): Promise<number> {
  const row = await trx
    .selectFrom('user_identities')
    .select('user_id')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound('linked provider');
  return row.user_id;
}

interface UnlinkedIdentity {
  readonly id: number;
  readonly userId: number;
  /** The session of the owner that is not ended, when the owner makes the request. */
  readonly sessionId?: number | undefined;
}

/**
 * Unlinks an account at a provider. Sessions opened through a provider end, because another person may use that account.
 * @returns its issuer @throws AppError 404
 */
export async function unlinkIdentity(
  trx: Transaction<Schema>,
  { id, userId, sessionId = 0 }: UnlinkedIdentity,
): Promise<string> {
  const removedIdentity = await trx
    .deleteFrom('user_identities')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('issuer')
    .executeTakeFirst();
  if (!removedIdentity) throw notFound('linked provider');
  await trx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('provider', '!=', '')
    .where('id', '!=', sessionId)
    .execute();
  return removedIdentity.issuer;
}
